import { describe, expect, it } from 'vitest'

import { findMount } from '../src/environment/mount.ts'

const mountinfo = [
  '1 0 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '2 1 8:2 / /data rw - xfs /dev/sdb rw',
  String.raw`3 1 8:3 / /my\040disk rw master:2 - btrfs /dev/sdc rw`,
  '4 2 0:9 / /data/fast rw - ext4 /dev/hidden rw',
  '5 4 0:9 / /data/fast rw - tmpfs tmpfs rw',
  '',
].join('\n')

describe('file system of a directory', () => {
  it('is the one mounted nearest above it', () => {
    expect(findMount(mountinfo, '/data/stores').device).toBe('/dev/sdb')
    expect(findMount(mountinfo, '/database').device).toBe('/dev/sda1')
    expect(findMount(mountinfo, '/').fileSystem).toBe('ext4')
  })

  it('is the last one of several mounted at the same place', () => {
    expect(findMount(mountinfo, '/data/fast')).toEqual({ fileSystem: 'tmpfs', device: 'tmpfs' })
  })

  it('is found under names with spaces', () => {
    expect(findMount(mountinfo, '/my disk/a').fileSystem).toBe('btrfs')
  })
})
