import { testStoreEngine } from '@rowrate/core/stores-contract'

import engine from '../src/stores.ts'

testStoreEngine(engine)
