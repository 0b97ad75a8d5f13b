import { testEngine } from '@rowrate/core/contract'
import { vi } from 'vitest'

import engine from '../src/index.ts'

// Each restore copies and syncs a PostgreSQL cluster of 40 MB and a thousand files.
vi.setConfig({ testTimeout: 300_000 })
testEngine(engine)
