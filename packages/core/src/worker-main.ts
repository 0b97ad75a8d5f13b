import { main } from './worker.ts'

await main()
