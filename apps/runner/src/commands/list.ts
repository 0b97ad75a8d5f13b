import Table from 'cli-table3'

import { readRegistry } from '../engines/registry.ts'
import { shortList } from '../configuration.ts'

/** The registered engines, one a line; nothing is loaded. */
export async function listEngines(): Promise<string> {
  const table = new Table({
    head: ['engine', 'group', 'set-up', 'runs by default'],
    style: { head: [], border: [] },
  })
  for (const { name, group, hasSetup } of await readRegistry()) {
    table.push([
      name,
      group ?? '',
      hasSetup ? 'on first use' : 'none',
      shortList.includes(name) ? 'yes' : '',
    ])
  }
  return table.toString()
}
