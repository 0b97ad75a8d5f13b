import type { ResultSet } from '../../report/read-result-set.ts'
import type { Section } from '../section.ts'
import { asyncTasksSection } from './async-tasks.ts'
import { fileGrowthSection } from './file-growth.ts'
import { oneProcessSection } from './one-process.ts'
import { parentIndexSection } from './parent-index.ts'
import { pythonSection } from './python-versions.ts'
import { slowSyncsSection } from './slow-syncs.ts'
import { smallBatchesSection } from './small-batches.ts'
import { finderOf } from './variant.ts'

/** What each experiment of a set shows; those that it does not hold are left out. */
export function experimentSections(set: ResultSet): Section[] {
  const find = finderOf(set)
  return [
    parentIndexSection,
    fileGrowthSection,
    smallBatchesSection,
    asyncTasksSection,
    oneProcessSection,
    slowSyncsSection,
    pythonSection,
  ].flatMap((section) => section(find, set.environment) ?? [])
}
