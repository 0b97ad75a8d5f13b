import { measure } from './measure2.ts'
import { nativePartWorks } from './native-part.ts'
import { nodeWorks } from './node-works.ts'
import { sqliteWorks } from './sqlite-works.ts'

/*
 * One contender in a process of its own:
 *   node --expose-gc worker.ts <contender> <work> <store> <inputs> <warm-up rounds> <rounds>
 */

const contenders = { node: nodeWorks, 'native part': nativePartWorks, sqlite: sqliteWorks }

function main(): void {
  const [contender = '', work = '', store = '', inputs = '', warmUp, timed] = process.argv.slice(2)
  const works = contenders[contender as keyof typeof contenders]
  const prepare = works?.[work]
  if (prepare === undefined) throw new Error(`${contender} has no work ${work}`)
  const measurement = measure(prepare({ store, inputs }), {
    warmUp: Number(warmUp),
    timed: Number(timed),
  })
  process.stdout.write(`${JSON.stringify(measurement)}\n`)
}

main()
