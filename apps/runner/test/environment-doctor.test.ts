import { describe, expect, it } from 'vitest'

import { renderFindings } from '../src/environment/doctor.ts'
import { judgeMachine } from '../src/environment/fitness.ts'
import type { MachineFacts } from '../src/environment/machine-facts.ts'
import { fixtureSet } from './report-fixture.ts'

const { machine } = fixtureSet({ engines: [] }).environment
const latency = { medianNs: 500_000, p99Ns: 900_000 }

const good: MachineFacts = {
  machine: { ...machine, governor: 'performance', virtual: false },
  load1: 0.1,
  foreignCpuCores: 0.01,
  availableMemoryBytes: 6 * 2 ** 30,
  data: '/data',
  mount: { fileSystem: 'ext4', device: '/dev/vda' },
  freeBytes: 50 * 2 ** 30,
  commits: { inPlace: latency, growing: latency },
  node: 'v24.21.0',
  nodeOptions: '',
  tools: { 'c++': 'c++ 12', make: 'GNU Make 4', python3: 'Python 3' },
}

const doctorOf = (facts: Partial<MachineFacts>) =>
  renderFindings(judgeMachine({ ...good, ...facts }))

describe('doctor', () => {
  it('finds nothing to change on a quiet machine of its own', () => {
    expect(doctorOf({})).toMatchInlineSnapshot(`
      "good  cores           2
      good  governor        performance
      good  machine         physical
      good  load, 1 minute  0.10
      good  used by others  0.01 cores
      good  memory          6.0 GiB available
      good  file system     ext4 on /dev/vda, for /data
      good  free space      50.0 GiB
      good  durable commit  500 µs in place (p99 900 µs), 500 µs growing file (p99 900 µs)
      good  Node.js         v24.21.0, no NODE_OPTIONS
      good  build tools     c++ 12; GNU Make 4; Python 3

      Results from this machine can be trusted for ratios between engines in a set of 5 runs and for its own speeds."
    `)
  })

  it.each<[string, Partial<MachineFacts>, RegExp, RegExp]>([
    ['one core', { machine: { ...good.machine, cores: 1 } }, /poor {2}cores/, /1\.5x and more/],
    [
      'a saving governor',
      { machine: { ...good.machine, governor: 'powersave' } },
      /cpupower/,
      /not for speeds/,
    ],
    [
      'a virtual machine',
      { machine: { ...good.machine, virtual: true } },
      /neighbours/,
      /not for speeds/,
    ],
    ['a high load', { load1: 4 }, /poor {2}load/, /1\.5x and more/],
    ['busy neighbours', { foreignCpuCores: 0.5 }, /end other programs/, /1\.5x and more/],
    ['little memory', { availableMemoryBytes: 2 ** 29 }, /free 2 GiB/, /not be trusted/],
    [
      'tmpfs',
      { mount: { fileSystem: 'tmpfs', device: 'tmpfs' } },
      /commits are free/,
      /reads \(D to H\) only/,
    ],
    [
      'a network disk',
      { mount: { fileSystem: 'nfs4', device: 'host:/x' } },
      /local disk/,
      /reads \(D to H\) only/,
    ],
    ['a full disk', { freeBytes: 2 ** 20 }, /make room/, /not be trusted/],
    [
      'commits too fast for a disk',
      { commits: { inPlace: { medianNs: 5000, p99Ns: 6000 }, growing: latency } },
      /no disk answers/,
      /reads/,
    ],
    [
      'uneven commits',
      { commits: { inPlace: { medianNs: 500_000, p99Ns: 9_000_000 }, growing: latency } },
      /at least 5 blocks/,
      /not for speeds/,
    ],
    ['NODE_OPTIONS', { nodeOptions: '--no-opt' }, /unset NODE_OPTIONS/, /not for speeds/],
    ['no compiler', { tools: { ...good.tools, 'c++': null } }, /install c\+\+/, /its own speeds/],
  ])('says what to change of %s, and what remains to be trusted', (_, facts, advice, trust) => {
    const text = doctorOf(facts)
    expect(text).toMatch(advice)
    expect(text.split('\n').at(-1)).toMatch(trust)
  })
})
