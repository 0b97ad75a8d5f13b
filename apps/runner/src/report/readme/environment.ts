import type { CommitLatency, Environment, Part, SummaryEngine } from '@rowrate/core'

import { details, list, paragraphs, plain, table } from '../markdown.ts'
import type { Report } from '../report.ts'
import { counted, dash, duration, spread } from '../wording.ts'

/** Machine, storage, versions, settings and how quiet it was. */
export function environmentSection({ environment, summary }: Report): string {
  const rows = [...placeRows(environment), ...conditionRows(summary.conditions)]
  return paragraphs([
    '## Environment',
    table(['what', 'value'], rows, { numbers: 2 }),
    details('Versions and settings of the engines', engineTable(summary.engines)),
    details('Plan', list(planLines(environment))),
  ])
}

function placeRows({ machine, storage, rowrate, node, flags, startedAt, plan }: Environment) {
  const { seed, iterations, batchSize } = plan.workload
  return [
    ['started', startedAt],
    [
      'Rowrate',
      `${rowrate.version}, commit ${rowrate.commit ?? 'unknown'}${rowrate.dirty ? ', with changes' : ''}`,
    ],
    [
      'processor',
      `${plain(machine.cpu)}, ${counted(machine.cores, 'core')}${machine.virtual ? ', virtual machine' : ''}`,
    ],
    ['governor', plain(machine.governor)],
    ['memory', `${(machine.memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ['system', `${plain(machine.distribution)}, kernel ${plain(machine.kernel)}`],
    ['data directory', `${plain(storage.fileSystem)} on ${plain(storage.device)}`],
    ['durable commit of 4 KiB, in place', latencyText(storage.commitInPlace)],
    ['durable commit of 4 KiB, growing file', latencyText(storage.commitGrowing)],
    ['Node.js', `${plain(node)} ${plain(flags.join(' '))}`],
    [
      'workload',
      `seed ${seed}, ${iterations} iterations, batches of ${batchSize.toLocaleString('en-US')}`,
    ],
  ]
}

const latencyText = ({ medianNs, p99Ns }: CommitLatency): string =>
  `median ${duration(medianNs)}, p99 ${p99Ns === null ? dash : duration(p99Ns)}`

function conditionRows(conditions: Report['summary']['conditions']): string[][] {
  const { load1, foreignCpuCores, canaryCommitNs, canaryLoopNs, sequentialWriteNs } = conditions
  const cores = (value: number) => value.toFixed(2)
  return [
    [
      'samples',
      `${conditions.samples.toLocaleString('en-US')} measured, ${conditions.failed} failed, ${conditions.rejected} rejected, ${conditions.noisyStarts} started on a busy machine`,
    ],
    ['load, 1 minute', load1 === null ? dash : spread(load1, cores)],
    ['cores used by others', foreignCpuCores === null ? dash : spread(foreignCpuCores, cores)],
    ['canary: durable commit', canaryCommitNs === null ? dash : spread(canaryCommitNs, duration)],
    ['canary: fixed loop', canaryLoopNs === null ? dash : spread(canaryLoopNs, duration)],
    [
      'sequential write of 8 MiB, synced',
      sequentialWriteNs === null ? dash : spread(sequentialWriteNs, duration),
    ],
  ]
}

function engineTable(engines: readonly SummaryEngine[]): string {
  const rows = engines.map(({ name, runtime, versions, settings }) => [
    name,
    plain(runtime ?? dash),
    pairs(versions) || dash,
    settings.map(pairs).join(' / ') || dash,
  ])
  const head = ['engine', 'runtime', 'versions', 'settings read back']
  const compileOptions =
    'The compile options of each SQLite are in `environment.json`, under the engine’s `settings`.'
  return `${table(head, rows, { numbers: head.length })}\n\n${compileOptions}`
}

const pairs = (record: Readonly<Record<string, string | number>>): string =>
  Object.entries(record)
    .map(([name, value]) => plain(`${name} ${value}`))
    .join(', ')

function planLines({ plan }: Environment): string[] {
  return [
    `Preset: ${plan.preset}; ${plan.canary ? 'with' : 'without'} storage canary, ${plan.audit ? 'with' : 'without'} counted pass${plan.twin === undefined ? ', no A/A twin' : `, A/A twin of ${plan.twin}`}`,
    ...plan.parts.map(partLine),
  ]
}

function partLine(part: Part): string {
  const { tests, table: size, modes, journal, blocks, study = {} } = part
  return [
    `Tests ${tests.join(', ')}, ${size} table, ${modes.join(', ')}, journal ${journal}: ${counted(blocks, 'block')}`,
    ...(part.variant === undefined ? [] : [part.variant]),
    ...Object.entries(study).map(([name, value]) => `${name} ${value}`),
    ...(part.batchSize === undefined ? [] : [`batches of ${part.batchSize}`]),
    ...(part.operations ? [`operations ${part.operations.join(' ')}`] : []),
    ...(part.engines ? [`only ${part.engines.join(', ')}`] : []),
  ].join('; ')
}
