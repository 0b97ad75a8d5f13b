import { resolve } from 'node:path'

import { Command } from 'commander'

import { benchCommand, benchOptions } from './commands/bench.ts'
import { studyCommand, studyOptions } from './commands/study.ts'
import { errorText, exitCodeOf } from './commands/exit-code.ts'
import { listEngines } from './commands/list.ts'
import { stopSignal } from './commands/stop-signal.ts'
import { doctor } from './environment/doctor.ts'
import { packResultSet, renderResultSet } from './report/index.ts'
import { bench } from './run/bench.ts'
import { findDataDirectory } from './set/data-directory.ts'
import { storesCommand, storesOptions } from './stores/command.ts'
import { renderStoresSet } from './stores/report/index.ts'
import { runStores } from './stores/run.ts'
import { isStoresSet } from './stores/set.ts'

const print = (text: string): undefined => {
  process.stdout.write(`${text}\n`)
}

const program = new Command('pnpm').exitOverride()

program.addCommand(benchCommand().copyInheritedSettings(program))
program
  .command('report')
  .description('render a result set again from its raw lines')
  .argument('<dir>', 'folder of the set')
  .option('--pack', 'compress its raw lines, as a set needs before it is committed')
  .action(async (directory: string, { pack }: { pack?: true }) => {
    const set = resolve(directory)
    if (pack) await packResultSet(set)
    const render = isStoresSet(set) ? renderStoresSet : renderResultSet
    print((await render(set)).terminal)
  })

const benchmark = program.commands[0]!
benchmark.action(async (values) => {
  process.exitCode = await bench(benchOptions(values), stopSignal())
})
benchmark
  .command('list')
  .description('show all engines')
  .action(async () => print(await listEngines()))
benchmark.addCommand(
  studyCommand(benchmark).action(async (_, command: Command) => {
    process.exitCode = await bench(await studyOptions(command.optsWithGlobals()), stopSignal())
  }),
)
benchmark
  .command('doctor')
  .description('say what this machine is fit for')
  .option('--data <dir>', 'folder for the stores (default: results/local/data)')
  .action(async (_, command: Command) => {
    print(await doctor({ data: findDataDirectory(command.optsWithGlobals()['data']) }))
  })

program.addCommand(
  storesCommand()
    .copyInheritedSettings(program)
    .action(async (values) => {
      process.exitCode = await runStores(storesOptions(values), stopSignal())
    }),
)

try {
  await program.parseAsync()
} catch (error) {
  const text = errorText(error)
  if (text !== undefined) process.stderr.write(`${text}\n`)
  process.exitCode = exitCodeOf(error)
}
