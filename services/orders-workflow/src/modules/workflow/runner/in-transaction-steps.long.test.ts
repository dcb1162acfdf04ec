import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import { fetchInventory, fetchMovements, put, testStock, testStockAfterCapture } from '../../../testing/inventory.ts'
import {
  authorization,
  createdOrder,
  type OrdersTest,
  orderBody,
  orderFormBody,
  testOrders,
  updateStatus,
} from '../../../testing/test-orders.ts'
import { resumeRuns } from './resume.ts'

type Fields = Record<string, unknown>

let skus = 0

/** Goods of a SKU of its own: so many units in Oslo-01 and, where given, in Central. */
async function goods(test: OrdersTest, quantity: number, inCentral?: number) {
  const skuId = `CUP-${++skus}`
  await put(test, [
    { skuId, warehouseCode: 'Oslo-01', quantity },
    ...(inCentral === undefined ? [] : [{ skuId, warehouseCode: 'Central', quantity: inCentral }]),
  ])
  const line = { lineItemId: '1', code: skuId, quantity: 4, placedPrice: 10, taxRate: 25 }
  return {
    /** An order of four of them. */
    form: (fields: Fields = {}) => ({
      orderForm: orderFormBody({ payments: [], lineItems: [line], shipments: [{ shipmentId: '1' }], ...fields }),
    }),
    levels: async () =>
      (await fetchInventory(test, skuId)).map((one: Fields) => [one.warehouseCode, one.quantity, one.reservedQuantity]),
  }
}

const test = await testStock(t)

t.test('given a new order, when it is created, then its first version and the response have its reservations', async (t) => {
  const { form } = await goods(test, 9)
  const created = await createdOrder(test, form())
  t.match(created.orderForm, { lineItems: [{ reservedInventoryQuantity: 4 }] })
  t.ok(created.secretKey, 'the following steps run too')
  await test.background.idle()
  const response = await updateStatus(test, created.id, {
    body: { status: 'InProgress' },
    headers: { 'if-match': `"${created.versionId}"` },
  })
  t.equal(response.status, 200)
})

t.test('given a new order with a taken id, when it is refused, then it has reserved nothing', async (t) => {
  const { form, levels } = await goods(test, 9)
  const { id } = await createdOrder(test, form())
  const again = await test.send({
    method: 'POST',
    url: '/api/Orders',
    body: { id, orderNumber: id, storeId: 'Oslo-01', marketId: 'NOR', status: 'New', orderType: 'Online', ...form() },
  })
  t.equal(again.status, 409)
  t.same(await levels(), [['Oslo-01', 9, 4]])
  const runs = await test.database.query({ text: 'select from workflow_run where order_id = $1', values: [id] })
  t.equal(runs.length, 1)
})

const authorized = { payments: [authorization({ amount: 40 })] }

async function dying(test: OrdersTest, where: 'with-status' | 'after-call') {
  const { form, levels } = await goods(test, 9)
  const created = await createdOrder(test, form(where === 'after-call' ? authorized : {}))
  return { test, levels, created, where }
}
type CrashScenario = Awaited<ReturnType<typeof dying>>

/** Completes the orders in a process that is killed when their stock is moved and not committed. */
async function killedInStock(all: readonly CrashScenario[]): Promise<void> {
  const program = fileURLToPath(new URL('../../../testing/workflow/dies-in-stock.ts', import.meta.url))
  const orders = all.map(({ test, created, where }) => ({ url: test.database.url, id: created.id, where }))
  const [, signal] = await once(fork(program, [JSON.stringify(orders)]), 'exit')
  if (signal !== 'SIGKILL') throw new Error('The process should have been killed in the middle of its transactions.')
}

const [withStatus, afterCall] = await Promise.all([
  testStock(t).then((test) => dying(test, 'with-status')),
  testStockAfterCapture(t).then((test) => dying(test, 'after-call')),
])
await killedInStock([withStatus, afterCall])

t.test('given a process killed before the commit, when the request is sent again, then the stock moves once', async (t) => {
  const { test, levels, created } = withStatus
  const { id } = created
  t.same(await levels(), [['Oslo-01', 9, 4]], 'nothing is half-written')
  t.same((await test.send({ url: `/api/Orders/${id}` })).body, created, 'nor the status')
  t.equal(await resumeRuns(test.deps), 0, 'and nothing is left to be resumed')
  t.equal((await updateStatus(test, id, { body: { status: 'Completed' } })).status, 200)
  t.same(await levels(), [['Oslo-01', 5, 0]])
})

t.test(
  'given a process killed after a call and before the commit, when its run is resumed, then the stock moves once',
  async (t) => {
    const { test, levels, created } = afterCall
    const { id } = created
    t.same(await levels(), [['Oslo-01', 9, 4]], 'nothing is half-written')
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.status, 'Completed')
    await test.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'`,
    })
    t.equal(await resumeRuns(test.deps), 1)
    await test.background.idle()
    t.same(await levels(), [['Oslo-01', 5, 0]])
    t.equal(await resumeRuns(test.deps), 0)
  },
)

t.test('given a run that another process took over, when the first process moves stock, then nothing is written', async (t) => {
  const test = await testStockAfterCapture(t)
  const { form, levels } = await goods(test, 9)
  const { id } = await createdOrder(test, form(authorized))
  const { inTransaction } = test.deps
  test.deps.inTransaction = (work) =>
    inTransaction(async (tx) => {
      const query: typeof tx.query = async (statement) => {
        // Another process takes the run over while this one holds its locks.
        if (statement.name === 'run-save-progress')
          await test.database.query({ text: `update workflow_run set fencing_token = fencing_token + 1 where state = 'Running'` })
        return tx.query(statement)
      }
      return work({ ...joinTransaction(tx), commitWith: (statement) => tx.commitWith(statement), query })
    })
  const response = await updateStatus(test, id, { body: { status: 'Completed' } })
  t.equal(response.status, 503)
  t.same(await levels(), [['Oslo-01', 9, 4]])
})

t.test(
  'given reserved stock, when the order is completed in a dry run, then the response shows it and no stock moves',
  async (t) => {
    const { form, levels } = await goods(test, 9)
    const { id, versionId } = await createdOrder(test, form())
    const url = `/api/Orders/${id}/UpdateStatus?dryRun=true`
    const { status, body } = await test.send({ method: 'POST', url, body: { status: 'Completed' } })
    t.equal(status, 200)
    t.match(body.order.orderForm.lineItems, [{ reservedInventoryQuantity: 0 }])
    t.same(await levels(), [['Oslo-01', 9, 4]])
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
  },
)

t.test(
  'given reserved and taken units, when their line moves to another shipment and warehouse, then they move with it',
  async (t) => {
    const { form, levels } = await goods(test, 9, 9)
    const { id } = await createdOrder(test, form())
    const { body: order } = await test.send({ url: `/api/Orders/${id}` })
    const [only] = order.orderForm.shipments
    const split = [
      { ...only, lineItems: [{ ...only.lineItems[0], quantity: 1 }] },
      {
        ...only,
        shipmentId: '2',
        warehouseCode: 'Central',
        shippingSubTotal: 0,
        lineItems: [{ ...only.lineItems[0], quantity: 3 }],
      },
    ]
    const update = (shipments: unknown, extra: Fields = {}) =>
      test.send({
        method: 'PUT',
        url: '/api/Orders/Update',
        body: { ...order, ...extra, orderForm: { ...order.orderForm, shipments } },
      })
    t.equal((await update(split)).status, 200)
    t.equal((await updateStatus(test, id, { body: { status: 'New' } })).status, 200)
    t.same(await levels(), [
      ['Central', 9, 3],
      ['Oslo-01', 9, 1],
    ])
    await updateStatus(test, id, { body: { status: 'Completed', shipmentInfo: { shipmentId: '2' } } })
    t.same(await levels(), [
      ['Central', 6, 0],
      ['Oslo-01', 9, 1],
    ])
    await updateStatus(test, id, { body: { status: 'Completed' } })
    t.same(await levels(), [
      ['Central', 6, 0],
      ['Oslo-01', 8, 0],
    ])
  },
)

t.test('given released goods, when they move to another shipment, then the stock is not taken twice', async (t) => {
  const { form, levels } = await goods(test, 4)
  const { id } = await createdOrder(test, form())
  await updateStatus(test, id, { body: { status: 'Shipped' } })
  t.same(await levels(), [['Oslo-01', 0, 0]])
  const { body: order } = await test.send({ url: `/api/Orders/${id}` })
  const [only] = order.orderForm.shipments
  const shipments = [
    { ...only, lineItems: [{ ...only.lineItems[0], quantity: 1 }] },
    { ...only, shipmentId: '2', shippingSubTotal: 0, lineItems: [{ ...only.lineItems[0], quantity: 3 }] },
  ]
  await test.send({ method: 'PUT', url: '/api/Orders/Update', body: { ...order, orderForm: { ...order.orderForm, shipments } } })
  await updateStatus(test, id, { body: { status: 'Completed' } })
  t.same(await levels(), [['Oslo-01', 0, 0]])
})

t.test('given a fulfilled line, when its id changes, then its goods are not taken again', async (t) => {
  const { form, levels } = await goods(test, 9)
  const { id } = await createdOrder(test, form())
  await updateStatus(test, id, { body: { status: 'Completed' } })
  const mapped = await test.send({
    method: 'POST',
    url: '/api/Orders/PatchLineItemIds',
    body: { orderId: id, lineItemIdMappings: [{ oldLineItemId: '1', newLineItemId: 'first' }] },
  })
  t.equal(mapped.status, 200)
  await updateStatus(test, id, { body: { status: 'Completed' } })
  t.same(await levels(), [['Oslo-01', 5, 0]])
  t.ok((await fetchMovements(test, `?orderId=${id}`)).every((one: Fields) => one.lineItemId === 'first'))
})

t.test(
  'given an order with reservations, when it is purged, then they are released and a new order of the same id has none',
  async (t) => {
    const { form, levels } = await goods(test, 9)
    const { id } = await createdOrder(test, form())
    const purged = await test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=true` })
    t.equal(purged.status, 200)
    t.same(await levels(), [['Oslo-01', 9, 0]])
    await createdOrder(test, { id, ...form() })
    t.same(await levels(), [['Oslo-01', 9, 4]])
    await updateStatus(test, id, { body: { status: 'Completed' } })
    t.same(await levels(), [['Oslo-01', 5, 0]])
    t.equal((await fetchMovements(test, `?orderId=${id}`)).length, 5, 'made, freed; made, taken, freed')
  },
)

// The first try to write it finds out that the id was purged. Both tries of a keyed request are one
// transaction, in which what the first had reserved was reserved a second time.
t.test('given a purged order, when its id is created again with a key, then its goods are reserved once', async (t) => {
  const { form, levels } = await goods(test, 9)
  const { id } = await createdOrder(test, form())
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=true` })
  const body = orderBody({ id, ...form() })
  const headers = { 'idempotency-key': 'again' }
  const again = await test.send({ method: 'POST', url: '/api/Orders', body, headers })
  t.equal(again.status, 201)
  t.same(await levels(), [['Oslo-01', 9, 4]])
  t.equal((await fetchMovements(test, `?orderId=${id}`)).length, 3, 'made, freed; made')
  t.equal((await test.send({ method: 'POST', url: '/api/Orders', body, headers })).body.versionId, again.body.versionId)
})

const findMessages = async (test: OrdersTest, id: string) =>
  test.database.query({ text: 'select kind, state from message where order_id = $1', values: [id] })
const runStates = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.map(({ state }: Fields) => state)
const reachable = { customerEmail: 'kari@example.com' }
const notifying = await testOrders(t)

t.test(
  'given a status that ends with a notification, when a new order enters it, then one write has the message too',
  async (t) => {
    const { form } = await goods(notifying, 9)
    const { id } = await createdOrder(notifying, { ...form(), ...reachable })
    t.match([await runStates(notifying, id), await findMessages(notifying, id)], [['Finished'], [{ kind: 'email' }]])
    await notifying.background.idle()
    t.equal((await findMessages(notifying, id)).length, 1)
    t.equal((await notifying.database.query({ text: 'select from order_version where order_id = $1', values: [id] })).length, 1)
  },
)

t.test('given a status that ends with a notification, when it is entered, then the response has its result', async (t) => {
  const { form } = await goods(notifying, 9)
  const { id } = await createdOrder(notifying, { ...form(), ...reachable })
  const { body } = await updateStatus(notifying, id, { body: { status: 'Cancelled' } })
  t.match(body.orderActionExecutionResults.at(-1), { actionType: 'Notification', actionStatus: 'Success' })
  t.same(await runStates(notifying, id), ['Finished', 'Finished'])
  t.equal((await findMessages(notifying, id)).length, 2)
})
