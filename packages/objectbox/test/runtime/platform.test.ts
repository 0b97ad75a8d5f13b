import { describe, expect, it } from 'vitest'
import { isOlder, libraryRelease } from '../../src/native/platform.ts'

describe('platforms', () => {
  it('have a library of this version, or say that there is none', () => {
    expect(libraryRelease('linux', 'x64').fileName).toBe('libobjectbox.so')
    expect(libraryRelease('darwin', 'arm64').fileName).toBe('libobjectbox.dylib')
    expect(() => libraryRelease('linux', 'riscv64')).toThrow(
      /linux-riscv64; supported are linux-x64/,
    )
  })

  it('compare versions of the C library by number', () => {
    expect(isOlder('2.17', '2.27')).toBe(true)
    expect(isOlder('2.9', '2.27')).toBe(true)
    expect(isOlder('2.27', '2.27')).toBe(false)
    expect(isOlder('2.36', '2.27')).toBe(false)
    expect(isOlder('3.0', '2.27')).toBe(false)
  })
})
