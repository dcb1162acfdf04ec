import { randomUUIDv7 } from 'node:crypto'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { readRun } from '../../runs/run-queries.ts'
import { editDirectly, insertDirectly, simpleOrder } from '../../testing/orders/direct-writes.ts'
import type { SampleForm } from '../../testing/sample-order.ts'
import { outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { insertRun } from '../../testing/workflow/run-of-order.ts'

const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })
const { deps } = test

type SamplePayment = NonNullable<SampleForm['payments']>[number]
const capture = (id: string, amount: number): SamplePayment => ({
  id,
  transactionId: id,
  transactionType: 'Capture',
  status: 'Processed',
  paymentMethodName: 'Card',
  amount,
})
const paid = (id: string, payments: SamplePayment[]) => simpleOrder(id, {}, { payments })
/** Adds a capture of 150 to one of 50. */
const payRest = (id: string) =>
  editDirectly(deps, id, (order) => ({
    ...order,
    orderForm: { ...order.orderForm, payments: paid(id, [capture('A', 50), capture('B', 150)]).orderForm.payments },
  }))

async function readColumns(id: string): Promise<{ current: string | null; former: string | null }> {
  const text = 'select published_allocations::text as current, told_payments::text as former from "order" where id = $1'
  const [row] = await database.query<{ current: string | null; former: string | null }>({ text, values: [id] })
  if (row === undefined) throw new Error(`there is no order ${id}`)
  return row
}
const paymentsTold = async (id: string) =>
  (await outboxEnvelopes(test, id)).flatMap(({ type, data }) => (type === 'orders.payment.recorded.v1' ? [data.payment.id] : []))

/** Leaves a table as the migration found it: its triggers have seen nothing. */
const asBefore = (table: string, text: string) =>
  database.owner.query({
    text: `do $$ begin
    alter table "${table}" disable trigger user; ${text}; alter table "${table}" enable trigger user; end $$`,
  })

t.test('given an order of this version, when the former one reads it, then it finds the allocations', async (t) => {
  await insertDirectly(deps, paid('f-1', [capture('A', 50)]))
  const first = await readColumns('f-1')
  t.ok(first.current)
  t.equal(first.former, first.current)
  await payRest('f-1')
  const second = await readColumns('f-1')
  t.not(second.current, first.current)
  t.equal(second.former, second.current)
})

t.test('given an order from before the migration, when it is written, then no payment is published twice', async (t) => {
  await insertDirectly(deps, paid('f-2', [capture('A', 50)]))
  const { former } = await readColumns('f-2')
  await asBefore('order', `update "order" set published_allocations = null where id = 'f-2'`)
  t.same(await readColumns('f-2'), { current: null, former })
  await payRest('f-2')
  t.same(await paymentsTold('f-2'), ['A', 'B'])
  const after = await readColumns('f-2')
  t.equal(after.current, after.former)
})

t.test('given a write of the former version, when this one writes next, then it continues from that', async (t) => {
  await insertDirectly(deps, paid('f-3', [capture('A', 50)]))
  const { current } = await readColumns('f-3')
  await insertDirectly(deps, paid('f-4', []))
  await database.query({ text: `update "order" set told_payments = $1 where id = 'f-4'`, values: [current] })
  t.same(await readColumns('f-4'), { current, former: current })
  // The document lacks the payment: the former version wrote both in one statement.
  const [document] = await database.query<{ document: string }>({ text: `select document::text from "order" where id = 'f-3'` })
  const of4 = document?.document.replaceAll('f-3', 'f-4')
  await database.query({ text: `update "order" set document = $1 where id = 'f-4'`, values: [of4] })
  await payRest('f-4')
  t.same(await paymentsTold('f-4'), ['B'], 'the former version has published A')
})

t.test('given an order that the former version creates, when it is read, then both columns are there', async (t) => {
  await insertDirectly(deps, paid('f-5', [capture('A', 50)]))
  const columns = 'store_id, version_number, version_id, event_sequence, is_deleted, quantities, document'
  const text = `insert into "order" (id, ${columns}, told_payments) select 'f-6', ${columns}, told_payments from "order" where id = 'f-5'`
  await database.query({ text })
  t.same(await readColumns('f-6'), await readColumns('f-5'))
})

t.test('given runs of both versions, when either reads them, then it finds how many transitions led there', async (t) => {
  await insertDirectly(deps, paid('f-7', []))
  const run = {
    id: randomUUIDv7(),
    orderId: 'f-7',
    shipmentId: null,
    returnId: null,
    status: 'New',
    state: 'Running' as const,
    started: new Date().toISOString(),
    startedBy: null,
    steps: [],
    fencingToken: 1,
    results: [],
    waiting: [],
    transitionCount: 3,
    next: [],
  }
  await insertRun(database, run)
  const numbers = async () => {
    const text = 'select transition_count, hops from workflow_run where id = $1'
    return await database.query({ text, values: [run.id] })
  }
  const read = async () => (await readRun(database, { runId: run.id, orderId: 'f-7' }))?.transitionCount
  t.same(await numbers(), [{ transition_count: 3, hops: 3 }])
  t.equal(await read(), 3)
  const columns = 'order_id, status, state, started, plan, fencing_token, hops'
  await database.query({ text: 'delete from workflow_run' })
  await database.query({
    text: `insert into workflow_run (id, ${columns}) values ($1, 'f-7', 'New', 'Running', now(), '[]', 1, 2)`,
    values: [run.id],
  })
  t.same(await numbers(), [{ transition_count: 2, hops: 2 }])
  t.equal(await read(), 2)
})
