import { storesMain } from './worker.ts'

await storesMain()
