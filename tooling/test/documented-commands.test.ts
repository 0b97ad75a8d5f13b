import { expect, it } from 'vitest'

import { documentedCommands } from '../src/documented-commands.ts'

it('finds the commands of sh blocks, without their comments, and leaves other blocks alone', () => {
  const markdown = [
    'Text `pnpm not-this`.',
    '```sh',
    'pnpm bench            # the quick one',
    '# only a comment',
    "pnpm bench --filter 'a#b'",
    '```',
    '```sh no-run',
    'pnpm bench --full',
    '```',
    '```ts',
    'pnpm()',
    '```',
  ].join('\n')
  expect(documentedCommands(markdown)).toEqual(['pnpm bench', "pnpm bench --filter 'a#b'"])
})
