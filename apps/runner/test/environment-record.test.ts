import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { environmentSchema } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { root } from '../src/configuration.ts'
import { measureCommitLatency } from '../src/environment/commit-latency.ts'
import { readGovernor } from '../src/environment/machine.ts'
import { nodeFlags, recordEnvironment } from '../src/environment/record.ts'
import { readRepository } from '../src/environment/repository.ts'
import { fixtureSet } from './report-fixture.ts'
import { testFolder } from './report-folder.ts'

const { plan } = fixtureSet({ engines: [] }).environment

describe('environment record', () => {
  it('fits the schema of environment.json and leaves the data directory empty', async () => {
    const data = await testFolder()
    const environment = await recordEnvironment({ plan, data, engines: {}, root })
    expect(environmentSchema.parse(environment)).toEqual(environment)
    expect(environment.storage.commitInPlace.medianNs).toBeGreaterThan(0)
    expect(environment.storage.commitGrowing.medianNs).toBeGreaterThan(0)
    expect(environment.rowrate.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(await readdir(data)).toEqual([])
  })

  it('refuses a data directory that is not there', async () => {
    const missing = join(await testFolder(), 'missing')
    await expect(measureCommitLatency(missing)).rejects.toThrow(
      /can not write to the data directory .*missing.*give --data/,
    )
  })

  it('gives the governor, or says that there is none to see', async () => {
    const file = join(await testFolder(), 'scaling_governor')
    expect(readGovernor(file)).toBe('not exposed')
    await writeFile(file, 'performance\n')
    expect(readGovernor(file)).toBe('performance')
  })

  it('has no commit outside of a repository of the project', async () => {
    const copy = await testFolder()
    await writeFile(join(copy, 'package.json'), '{"version":"1.2.3"}')
    expect(await readRepository(copy)).toEqual({ version: '1.2.3' })
  })

  it('lists the flags of the workers, those of NODE_OPTIONS too', () => {
    expect(nodeFlags('')).toEqual(['--expose-gc'])
    expect(nodeFlags(' --no-opt  --trace-gc')).toEqual(['--expose-gc', '--no-opt', '--trace-gc'])
  })
})
