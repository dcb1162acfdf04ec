// A process of its own that sends a batch, for tests to kill in the middle of the write.
import { readFileSync } from 'node:fs'
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import { testOrders } from './test-orders.ts'

const [url, operation, file] = process.argv.slice(2) as [string, string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const log = createLogger({ service: 'test', level: 'silent' })
const database = { ...createDatabase({ url, log, applicationName: 'sends-batch' }), url }
const test = await testOrders(ignored, { database })
const headers = { 'idempotency-key': 'sends-batch' }
await test.send({ method: 'POST', url: `/api/Orders/${operation}`, body: readFileSync(file, 'utf8'), headers })
