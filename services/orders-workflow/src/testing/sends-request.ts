// A separate process that posts the content of a file, for tests to kill in the middle of the
// write.
import { readFileSync } from 'node:fs'
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import { testOrders } from './test-orders.ts'

const [databaseUrl, url, file] = process.argv.slice(2) as [string, string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const log = createLogger({ service: 'test', level: 'silent' })
const database = { ...createDatabase({ url: databaseUrl, log, applicationName: 'sends-request' }), url: databaseUrl }
const test = await testOrders(ignored, { database })
const headers = { 'idempotency-key': 'sends-request' }
await test.send({ method: 'POST', url, body: readFileSync(file, 'utf8'), headers })
