import { join } from 'node:path'
import t from 'tap'
import { type KilledRequest, killInTheMiddle } from '../../../testing/killed-requests.ts'
import { createdOrder, orderBody, orderFormBody, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any

/**
 * The last of the new ids is held by another transaction, so that the statement has written the
 * others and waits.
 */
function batch(operation: string, rows: readonly Body[]): KilledRequest {
  const held = rows
    .map(({ id }) => id as string)
    .toSorted()
    .at(-1)
  const text = `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
    values ($1, 'X', 1, gen_random_uuid(), 1, '{}')`
  return { url: `/api/Orders/${operation}`, body: rows, hold: { text, values: [held] } }
}

const idsLeft = (rows: readonly Body[]) =>
  test.database.query({ text: 'select id from "order" where id = any($1)', values: [rows.map(({ id }) => id)] })
const traces = async (rows: readonly Body[]) => {
  const [row] = await test.database.query<{ count: number }>({
    text: `select (select count(*) from order_version where order_id = any($1)) + (select count(*) from order_search where order_id = any($1))
      + (select count(*) from order_change_pending where order_id = any($1))
      + (select count(*) from kit.outbox where (envelope::json ->> 'subject') = any($1)) as count`,
    values: [rows.map(({ id }) => id)],
  })
  return row?.count
}
const send = (operation: string, rows: readonly Body[]) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${operation}`,
    body: rows,
    headers: { 'idempotency-key': `after ${operation}`, prefer: 'return=representation' },
  })

const added = Array.from({ length: 40 }, () => orderBody())
const known = await Promise.all(Array.from({ length: 10 }, () => createdOrder(test)))
const fresh = Array.from({ length: 10 }, () => orderBody())
const updated = [...known.map((order) => ({ ...order, customerName: 'Ola' })), ...fresh]
const entering = Array.from({ length: 20 }, () => {
  const lineItems = [{ lineItemId: '1', code: 'KILLED', quantity: 1, placedPrice: 100, taxRate: 25, updateStock: true }]
  const shipments = [{ shipmentId: '1', shippingMethodName: 'Home delivery', lineItems }]
  return orderBody({ orderForm: orderFormBody({ lineItems, shipments, payments: [] }) })
})
await test.send({
  method: 'PUT',
  url: '/api/Inventory',
  body: [{ skuId: 'KILLED', warehouseCode: 'Oslo-01', quantity: 100 }],
})
const withWorkflow = 'AddMany?runWorkflow=true'
await killInTheMiddle(test, join(t.testdir(), 'batches.json'), [
  batch('AddMany', added),
  batch('UpdateMany', updated),
  batch(withWorkflow, entering),
])

t.test('given a process killed during a batch, when the batch is sent again, then it is written once', async (t) => {
  t.same(await idsLeft(added), [])
  t.equal(await traces(added), 0)
  const again = await send('AddMany', added)
  t.equal(again.status, 200)
  t.ok(again.body.results.every(({ status }: Body) => status === 'created'))
  t.equal((await idsLeft(added)).length, 40)
})

t.test('given an UpdateMany whose process is killed, when orders are read, then all are unchanged', async (t) => {
  t.same(await idsLeft(fresh), [])
  for (const { id, versionId } of known) t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
  const again = await send('UpdateMany', updated)
  t.same(
    again.body.results.map(({ status }: Body) => status),
    [...known.map(() => 'updated'), ...fresh.map(() => 'created')],
  )
})

t.test(
  'given a process killed while it takes the first steps of a batch, when it is sent again, then they are taken once',
  async (t) => {
    const left = async () => {
      const text = `select (select count(*)::int from workflow_run where order_id = any($1)) as runs,
      (select count(*)::int from message where order_id = any($1)) as messages,
      (select reserved_quantity::int from inventory where sku_id = 'KILLED') as reserved`
      return (await test.database.query({ text, values: [entering.map(({ id }) => id)] }))[0]
    }
    t.match(await left(), { runs: 0, messages: 0, reserved: 0 })
    for (let time = 1; time <= 2; time++) t.equal((await send(withWorkflow, entering)).status, 200)
    await test.background.idle()
    t.match(await left(), { runs: 20, messages: 20, reserved: 20 })
  },
)
