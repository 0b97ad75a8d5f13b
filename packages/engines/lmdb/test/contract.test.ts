import { testEngine } from '@rowrate/core/contract'

import engine from '../src/index.ts'

testEngine(engine)
