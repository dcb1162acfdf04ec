// Own process: it measures memory.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manyOrders } from '../../../testing/orders/many-orders.ts'
import { authorization, orderFormBody, testOrders } from '../../../testing/test-orders.ts'
import { removeExpiredScrolls } from '../../search/scroll/scroll-store.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const test = await testOrders(t)
const clock = { offsetMs: 0 }
test.deps.now = () => new Date(Date.now() + clock.offsetMs)
const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
const COUNT = 1_000
const comments = Array.from({ length: 8 }, () => ({ detail: 'x'.repeat(2_500), title: 'a note' }))
const ids = await manyOrders(test, COUNT, { customerId: 'many', publicOrderNotes: comments, orderForm: orderFormBody() })

/** How often the service has read a part of the orders. */
const reads = { count: 0 }
const { reading } = test.deps
test.deps.reading = {
  ...reading,
  query: (statement) => {
    if (statement.name === 'version-documents') reads.count += 1
    return reading.query(statement)
  },
}

async function exported(body: Record<string, unknown>): Promise<IncomingMessage> {
  const sent = request(`${url}/api/Orders/ExportOrders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await test.issuer.token({})}`, 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
const transactions = async () => {
  const rows = await test.database.query<{ state: string }>({
    text: `select state from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() and xact_start is not null`,
  })
  return rows.length
}
const openLists = async () => (await test.database.query({ text: 'select id from scroll' })).length

/**
 * How often was read when nothing is read any more: nobody is at work in the database, and it stays
 * so.
 */
async function readsAtRest(): Promise<number> {
  for (let quiet = 0, count = reads.count; ; ) {
    await sleep(50)
    const isAtRest = reads.count === count && (await transactions()) === 0 && reads.count > 0
    quiet = isAtRest ? quiet + 1 : 0
    count = reads.count
    if (quiet === 6) return count
  }
}

t.test(
  'given a thousand orders, when they change during an export, then the file has all of them as of one moment',
  async (t) => {
    const response = await exported({ customerId: 'many', format: 'ndjson', sortOrder: 'CreatedAscending' })
    response.once('readable', () => undefined)
    await sleep(100)
    for (const id of ids.slice(-20)) {
      const changed = await test.send({
        method: 'POST',
        url: `/api/Orders/${id}/AddPayments`,
        body: [authorization({ transactionId: 'new' })],
      })
      t.equal(changed.status, 200)
    }
    await manyOrders(test, 10, { customerId: 'many' })
    const lines = (await readText(response)).trimEnd().split('\n')
    const orders = lines.map((line) => JSON.parse(line))
    t.same(
      orders.map(({ id }) => id),
      ids,
    )
    t.same(
      orders.slice(-20).map(({ orderForm }) => orderForm.payments.length),
      Array.from({ length: 20 }, () => 1),
    )
  },
)

t.test(
  'given a client that does not read, when its export is open, then nothing is read for it and no transaction is open',
  async (t) => {
    const response = await exported({ customerId: 'many', format: 'ndjson' })
    response.pause()
    const count = await readsAtRest()
    t.equal(await openLists(), 1, 'the buffers on the way do not hold the whole file')
    t.equal((await readText(response)).split('\n').length, COUNT + 10 + 1)
    t.ok(reads.count > count)
    t.equal(await openLists(), 0)
  },
)

t.test('given many orders, when they are exported to a large file, then memory stays flat', async (t) => {
  const response = await exported({
    customerId: 'many',
    format: 'csv',
    columns: ['id', 'publicOrderNotes', 'orderForm.lineItems'],
  })
  collectGarbage()
  const before = process.memoryUsage()
  let length = 0
  let highest = 0
  let measured = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length - measured < 4_000_000) continue
    measured = length
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    highest = Math.max(highest, heapUsed + external - before.heapUsed - before.external)
  }
  t.ok(length > 25_000_000, `${length} bytes`)
  t.ok(highest < 20_000_000, `${highest} bytes more at the most`)
})

t.test('given an open export, when the client disconnects, then the list of its export is removed', async (t) => {
  const response = await exported({ customerId: 'many' })
  await once(response, 'readable')
  response.destroy()
  await eventually(async () => (await openLists()) === 0, 'the list is deleted')
  t.pass('no other process had to remove it')
})

t.test('given an expired list, when the client continues to read, then the response breaks off', async (t) => {
  const response = await exported({ customerId: 'many' })
  response.pause()
  await readsAtRest()
  clock.offsetMs = 600_000
  t.equal(await removeExpiredScrolls(test.deps), 1)
  await t.rejects(readText(response), { code: 'ECONNRESET' })
  clock.offsetMs = 0
})
