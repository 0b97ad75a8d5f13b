import { createInterface } from 'node:readline'

import type { StoreRequest } from '@rowrate/core'
import { RowrateError, startStoreHelper } from '@rowrate/core'

/** The runner's part for tests in Python: store requests as JSON lines on standard input, a reply to each on standard output. */
const helper = startStoreHelper()
for await (const line of createInterface({ input: process.stdin })) {
  const { id, request } = JSON.parse(line) as { id: number; request: StoreRequest }
  const reply = await helper.request(request).then(
    (value) => ({ id, ok: true, value }),
    (error: unknown) => ({
      id,
      ok: false,
      code: error instanceof RowrateError ? error.code : 'STORAGE_FAILED',
      message: String(error),
    }),
  )
  console.log(JSON.stringify(reply))
}
helper.close()
