// What the background does of the runs of many orders is written together; each run has its own
// deadline, lease and end (workflow.md#runs-in-groups).
import { joinTransaction, type Transaction } from '@open-oms/service-kit/database/transaction'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../../connectors/payment/payment-connector.ts'
import { type OrdersTest, orderBody, orderFormBody, paymentsByType, testOrders } from '../../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../../testing/workflow/only-steps.ts'
import { resumeAll } from '../../../testing/workflow/resuming.ts'

const ORDERS = 24

/**
 * A provider that answers once its gate is open, of the order `hanging` once it is let go; it
 * charges each key once.
 */
function gatedProvider() {
  const gate = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const state = { hanging: '', dies: false, fails: '' }
  const asked: { orderId: string; key: string }[] = []
  const charged = new Map<string, number>()
  const capture: PaymentConnector['capture'] = async (request) => {
    const { orderId, idempotencyKey: key, amount } = request
    asked.push({ orderId, key })
    charged.set(key, amount)
    if (state.dies) throw new Error('the process died')
    await gate.promise
    if (orderId === state.hanging) await letGo.promise
    if (orderId === state.fails) return { outcome: 'refused', reason: 'It refused.', connector: 'card' }
    return manualPayments.capture(request)
  }
  const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, capture }) }
  return { gate, letGo, state, asked, charged, connectors }
}

const config = await configWithOnlySteps(...moneyAndDates)

/** A system that counts its statements by name. */
async function countingOrders(connectors: Parameters<typeof testOrders>[1] & object) {
  const real = await testDatabase(t, 'orders-workflow')
  const counts = new Map<string, number>()
  const count = ({ name = '' }: { name?: string }) => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const counted = (tx: Transaction): Transaction => ({
    ...joinTransaction(tx),
    query: (statement) => {
      count(statement)
      return tx.query(statement)
    },
  })
  const database: typeof real = {
    ...real,
    query: (statement) => {
      count(statement)
      return real.query(statement)
    },
    inTransaction: (work) => real.inTransaction((tx) => work(counted(tx))),
  }
  const groups = { sizeMax: 32, underWayMax: 2 }
  const test = await testOrders(t, { config, database, groups, isMeantToFail: true, ...connectors })
  return { test, counts, of: (name: string) => counts.get(name) ?? 0 }
}

async function addCompleted(test: OrdersTest, count = ORDERS): Promise<string[]> {
  const bodies = Array.from({ length: count }, () => orderBody({ status: 'Completed' }))
  const { status } = await test.send({
    method: 'POST',
    url: '/api/Orders/AddMany',
    query: { runWorkflow: 'true' },
    body: bodies,
  })
  if (status !== 204) throw new Error(`AddMany: ${status}`)
  return bodies.map(({ id }) => id as string)
}

const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const fetchRunStates = async (test: OrdersTest, ids: readonly string[]) => {
  const rows = await test.database.query<{ order_id: string; state: string }>({
    text: 'select order_id, state from workflow_run where order_id = any($1)',
    values: [ids],
  })
  return new Map(rows.map((row) => [row.order_id, row.state]))
}

t.test(
  'given runs that call side by side, when one hangs, one is refused, one is lost and one order changes, then each ends as alone',
  async (t) => {
    const provider = gatedProvider()
    const { test, of } = await countingOrders({ connectors: provider.connectors })
    const ids = await addCompleted(test)
    const [hanging, refused, lost, changed, deleted, ...others] = ids as [string, string, string, string, string, ...string[]]
    Object.assign(provider.state, { hanging, fails: refused })
    await eventually(async () => provider.asked.length === ORDERS, 'all of them call')
    t.ok(of('run-open-attempts') <= 4, `${of('run-open-attempts')} statements open ${ORDERS} calls`)

    await test.database.query({
      text: 'update workflow_run set fencing_token = fencing_token + 1 where order_id = $1',
      values: [lost],
    })
    const patch = await test.send({ method: 'PATCH', url: `/api/Orders/${changed}/PatchOrder`, body: { tags: ['seen'] } })
    t.equal(patch.status, 200)
    t.equal((await test.send({ method: 'DELETE', url: `/api/Orders/${deleted}` })).status, 200)
    const writesBefore = of('run-save-progress')
    provider.gate.resolve()
    const isOver = async () => {
      const states = await fetchRunStates(test, ids)
      return [refused, changed, deleted, ...others].every((id) => states.get(id) !== 'Running')
    }
    await eventually(isOver, 'all but two are over')
    const writes = of('run-save-progress') - writesBefore
    t.ok(writes <= 10, `${writes} statements save ${ORDERS} runs`)

    for (const id of [changed, ...others]) {
      const order = await fetchOrder(test, id)
      t.match(order, { completed: String, orderForm: { capturedPaymentTotal: 498.9 } }, id)
      t.equal(paymentsByType(order, 'Capture').length, 1)
    }
    t.same((await fetchOrder(test, changed)).tags, ['seen'])
    t.match(await fetchOrder(test, refused), { errors: [{ key: 'CapturePayments' }], orderForm: { capturedPaymentTotal: 0 } })
    const states = await fetchRunStates(test, ids)
    t.same([states.get(hanging), states.get(lost), states.get(deleted)], ['Running', 'Running', 'Aborted'])
    t.equal((await fetchOrder(test, lost)).orderForm.capturedPaymentTotal, 0, 'who has lost a run writes nothing of it')
    t.equal((await fetchOrder(test, deleted)).orderForm.capturedPaymentTotal, 498.9, 'what was charged is not forgotten')

    provider.letGo.resolve()
    await test.background.idle()
    t.equal(await resumeAll(test), 1)
    for (const id of [hanging, lost]) t.equal((await fetchOrder(test, id)).orderForm.capturedPaymentTotal, 498.9, id)
    t.equal(provider.charged.size, ORDERS, 'each order is charged once')
    t.equal(provider.asked.length, ORDERS + 1, 'only the lost one asks again')
  },
)

t.test(
  'given a process that died while many runs were calling, when another takes them over, then they continue together, each once',
  async (t) => {
    const provider = gatedProvider()
    provider.state.dies = true
    provider.gate.resolve()
    const { test, of } = await countingOrders({ connectors: provider.connectors })
    const ids = await addCompleted(test)
    await test.background.idle()
    t.same(new Set((await fetchRunStates(test, ids)).values()), new Set(['Running']))
    provider.state.dies = false
    const before = of('run-save-progress')
    t.equal(await resumeAll(test), ORDERS)
    t.equal(of('run-take-over'), 1)
    t.ok(of('run-renew-leases') <= 2, `${of('run-renew-leases')} statements renew the leases`)
    t.ok(of('run-save-progress') - before <= 10)
    for (const id of ids) t.match(await fetchOrder(test, id), { completed: String, orderForm: { capturedPaymentTotal: 498.9 } })
    t.equal(provider.charged.size, ORDERS)
    const calls = await test.database.query({ text: `select from workflow_step_attempt where finished is null` })
    t.same(calls, [])
  },
)

t.test('given orders that are purged before their runs continue, when the runs are resumed, then the others end', async (t) => {
  const provider = gatedProvider()
  provider.state.dies = true
  provider.gate.resolve()
  const { test } = await countingOrders({ connectors: provider.connectors })
  const ids = await addCompleted(test, 6)
  await test.background.idle()
  provider.state.dies = false
  const [purged, ...others] = ids as [string, ...string[]]
  // The row goes between the claim and the write, as by another process.
  const { inTransaction } = test.deps
  let isPurged = false
  const purging: typeof inTransaction = async (work) => {
    if (!isPurged) {
      isPurged = true
      await test.database.query({ text: 'delete from "order" where id = $1', values: [purged] })
    }
    return inTransaction(work)
  }
  await resumeAll({ ...test, deps: { ...test.deps, inTransaction: purging, groups: undefined } })
  for (const id of others) t.match(await fetchOrder(test, id), { orderForm: { capturedPaymentTotal: 498.9 } })
  t.equal((await test.send({ url: `/api/Orders/${purged}` })).status, 404)
})

t.test('given two orders of a batch that want the same stock, when it is added, then both are reserved with it', async (t) => {
  const test = await testOrders(t)
  await test.send({
    method: 'PUT',
    url: '/api/Inventory',
    body: [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 3 }],
  })
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 2, placedPrice: 100, taxRate: 25, updateStock: true }]
  const shipments = [{ shipmentId: '1', shippingMethodName: 'Home delivery', lineItems }]
  const bodies = [1, 2].map(() => orderBody({ orderForm: orderFormBody({ lineItems, shipments, payments: [] }) }))
  const added = await test.send({
    method: 'POST',
    url: '/api/Orders/AddMany',
    query: { runWorkflow: 'true' },
    body: bodies,
  })
  t.equal(added.status, 204)
  const rows = await test.database.query<{ state: string; versions: number }>({
    text: `select r.state, o.version_number as versions from workflow_run as r join "order" as o on o.id = r.order_id where o.id = any($1)`,
    values: [bodies.map(({ id }) => id)],
  })
  t.same(
    rows.map(({ state, versions }) => [state, versions]),
    [
      ['Finished', 1],
      ['Finished', 1],
    ],
    'nothing is left for the background',
  )
  const [level] = await test.database.query({
    text: `select reserved_quantity::int as reserved from inventory where sku_id = 'CUP'`,
  })
  t.match(level, { reserved: 3 }, 'what is there, and no more')
})

t.test(
  'given a batch whose first steps cannot be taken with it, when it is added, then it is written and the background takes them',
  async (t) => {
    const real = await testDatabase(t, 'orders-workflow')
    let isFailing = true
    const database: typeof real = {
      ...real,
      inTransaction: (work) =>
        real.inTransaction((tx) =>
          work({
            ...joinTransaction(tx),
            query: (statement) => {
              if (isFailing && statement.name === 'inventory-lock') {
                isFailing = false
                return tx.query({ text: 'select 1 / 0' })
              }
              return tx.query(statement)
            },
          }),
        ),
    }
    const test = await testOrders(t, { database })
    const bodies = [1, 2, 3].map(() => orderBody())
    const lineItems = [{ lineItemId: '1', code: 'POT', quantity: 1, placedPrice: 100, taxRate: 25, updateStock: true }]
    const shipments = [{ shipmentId: '1', shippingMethodName: 'Home delivery', lineItems }]
    for (const body of bodies) body.orderForm = orderFormBody({ lineItems, shipments, payments: [] })
    const added = await test.send({
      method: 'POST',
      url: '/api/Orders/AddMany',
      query: { runWorkflow: 'true' },
      body: bodies,
      // With a key it is a part of a transaction that continues.
      headers: { 'idempotency-key': 'first-steps' },
    })
    t.equal(added.status, 204)
    t.equal(isFailing, false)
    await test.background.idle()
    const states = await fetchRunStates(
      test,
      bodies.map(({ id }) => id as string),
    )
    t.same([...states.values()], ['Finished', 'Finished', 'Finished'])
  },
)
