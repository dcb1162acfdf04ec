// A separate process that posts the requests of a file concurrently, for tests to kill in the
// middle of the writes.
import { readFileSync } from 'node:fs'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import type { KilledRequest } from './killed-requests.ts'
import { testOrders } from './test-orders.ts'

const [databaseUrl, file] = process.argv.slice(2) as [string, string]
const ignored = { teardown: () => undefined }
const log = createLogger({ service: 'test', level: 'silent' })
const database = { ...createDatabase({ url: databaseUrl, log, applicationName: 'sends-requests' }), url: databaseUrl }
const test = await testOrders(ignored, { database })
const requests: KilledRequest[] = JSON.parse(readFileSync(file, 'utf8'))
const post = ({ url, body }: KilledRequest) =>
  test.send({ method: 'POST', url, body, headers: { 'idempotency-key': `sends-requests to ${url}` } })
await Promise.all(requests.map(post))
