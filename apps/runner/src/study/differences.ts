import type { Environment, Summary } from '@rowrate/core'

import { defaultWorkload } from '../configuration.ts'
import { dash, duration } from '../report/wording.ts'
import { studyTasks } from './plan.ts'
import { published } from './published.ts'
import type { Section } from './section.ts'

const unique = (values: readonly (string | number | undefined)[]): string =>
  [...new Set(values.filter((value) => value !== undefined))].join(', ') || dash

/** A word of the published machine's description, such as the version of Python. */
const publishedWord = (pattern: RegExp): string => pattern.exec(published.machine)?.[1] ?? dash

/** What a reader must know of both machines before comparing their figures. */
export function differencesSection(environment: Environment, { engines }: Summary): Section {
  const { machine, storage, plan } = environment
  const { iterations, batchSize } = plan.workload
  const settings = engines.flatMap((engine) => engine.settings)
  const tasks = plan.parts.map(({ study }) => study?.asyncTasks ?? 1)
  const versions = engines.flatMap((engine) =>
    Object.entries(engine.versions).map(([name, version]) => `${name} ${version}`),
  )
  return {
    title: 'What differs from the study',
    intro: `Library versions here: ${unique(versions)}. The study does not list its own.`,
    tables: [
      {
        caption: '',
        head: ['what', 'here', 'in the study'],
        texts: 3,
        rows: [
          [
            'processor',
            `${machine.cpu}${machine.virtual ? ', virtual machine' : ''}`,
            publishedWord(/^([^,]+)/),
          ],
          ['file system', storage.fileSystem, publishedWord(/, (\w+) on /)],
          [
            'durable commit',
            `${duration(storage.commitInPlace.medianNs)} in place, ${duration(storage.commitGrowing.medianNs)} growing`,
            publishedWord(/durable commit (about [\d.]+ ms)/),
          ],
          [
            'Python',
            unique([
              ...engines.map(({ runtime }) => runtime?.replace('python ', '')),
              ...plan.parts.map(({ python }) => python),
            ]),
            publishedWord(/Python ([\d.]+)/),
          ],
          [
            'SQLite',
            unique(settings.map((each) => each['sqlite_version'])),
            publishedWord(/SQLite ([\d.]+)/),
          ],
          ['runs', unique(plan.parts.map(({ blocks }) => blocks)), '5'],
          ['tasks of async systems', unique(tasks), String(studyTasks)],
          [
            'async systems',
            plan.parts.some(({ study }) => study?.oneProcess)
              ? 'one process for all operations'
              : 'a process per operation',
            'one process for all operations',
          ],
          [
            'objects of A; of B and C',
            `${iterations}; ${batchSize}`,
            `${defaultWorkload.iterations}; ${defaultWorkload.batchSize}`,
          ],
        ],
      },
    ],
    lines: [],
  }
}
