import type { AnyEngine, Feature, Session } from '../engine.ts'
import { isUnimplemented } from '../engine.ts'
import type { Test } from '../model.ts'
import { OpenStore } from '../open-store.ts'
import type { ContractContext } from './index.ts'
import { contractWorkload } from './workload.ts'

type Method = keyof Session<'sync', unknown>

const required: readonly Method[] = [
  'begin',
  'build',
  'insert',
  'transaction',
  'filterByLevel',
  'get',
  'all',
  'settings',
  'close',
]

const ofFeature: Readonly<Record<Feature, readonly Method[]>> = {
  bulk: ['insertBulk'],
  pages: ['pageByLevel'],
  objects: ['filterAsObjects'],
  tuples: ['filterAsTuples'],
  relations: ['pageWithParents', 'pageWithRelated', 'getWithChildren'],
}

/** What is wrong with the engine's own statements about itself. */
export function judgeDeclarations(engine: AnyEngine): string[] {
  const texts = [...Object.entries(engine.lacks ?? {}), ...Object.entries(engine.limits ?? {})]
  const problems = texts
    .filter(([, text]) => text.trim().length < 10)
    .map(([topic]) => `'${topic}' needs a reason that a reader understands`)
  if (engine.storage === 'none' && engine.unranked === undefined) {
    problems.push(`storage 'none' can not be ranked: give 'unranked' a reason`)
  }
  return problems
}

/** Methods that a session of this test must have and lacks, or has although the engine says that it lacks the feature. */
export async function missingMethods(
  { engine, folder }: Pick<ContractContext, 'engine' | 'folder'>,
  test: Test,
): Promise<string[]> {
  const options = contractWorkload(engine, test)
  const store = await OpenStore.open({
    engine,
    options,
    directory: await folder(),
    journal: 'delete',
  })
  const session = store.session as Session<'sync', unknown>
  const isMissing = (method: Method) =>
    session[method] === undefined || isUnimplemented(session[method])
  const features = (Object.keys(ofFeature) as Feature[]).filter(
    (feature) => feature !== 'relations' || test === 2,
  )
  const lacked = features.filter((feature) => engine.lacks?.[feature] !== undefined)
  const present = features.filter((feature) => !lacked.includes(feature))
  const methods = [...required, ...present.flatMap((feature) => ofFeature[feature])]
  const links = engine.storage === 'directory' && test === 2 && !lacked.includes('relations')
  const problems = [...methods, ...(links ? (['link'] as const) : [])]
    .filter(isMissing)
    .map((method) => `${method} is not implemented`)
  for (const feature of lacked) {
    for (const method of ofFeature[feature].filter((each) => !isMissing(each))) {
      problems.push(`${method} exists, but lacks.${feature} says that it does not`)
    }
  }
  if (!isUnimplemented(session.close)) await store.close()
  return problems
}
