import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageDirectory, runNode } from './run-node.ts'

const outputs: Readonly<Record<string, string>> = {
  'notes.ts': `about tea: water the tea plant (2), buy tea (1)
urgent: buy tea (11), water the tea plant (12)
1 note removed
2 notes left
`,
  'relations.ts': `Grace
engines, debugging
Ada: On the analytical engine [engines]
Grace: A moth in the relay [engines, debugging]
Ada wrote 1 note
A moth in the relay
`,
  'vector-search.ts': `Brno: 184 km
Vienna: 251 km
Berlin: 281 km
Kraków
`,
}

test.each(readdirSync(new URL('examples', packageDirectory)))(
  '%s prints what it should',
  (file) => {
    expect(runNode([`examples/${file}`])).toBe(outputs[file])
  },
)
