import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { fetchInventory, put } from '../../testing/inventory.ts'
import {
  createdOrder,
  type OrdersTest,
  orderFormBody,
  paymentsByType,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

// A trial cancelled shipped orders: the money stayed captured and the goods out of stock, and
// neither the response nor the order said so.
const test = await testOrders(t, {
  config: await configWithOnlySteps(...moneyAndDates, 'ReduceInventoryAndReservedInventory', 'CreditReturn', 'UpdateInventory'),
})
await put(
  test,
  ['CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 1000 })),
)
const entered = async (id: string, body: object, on: OrdersTest = test) => (await updateStatus(on, id, { body })).body
const move = async (id: string, body: object) =>
  (await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })).body
const cancelWarnings = (order: Order) => order.errors.filter(({ key }) => key === 'ShippedGoodsCancelled')
const warningResult = (body: { orderActionExecutionResults: { actionType: string }[] }) =>
  body.orderActionExecutionResults.find(({ actionType }) => actionType === 'ShippedGoodsCancelled')

t.test('given a shipped order, when it is cancelled by status, then response and order warn and name the credit', async (t) => {
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Shipped' })
  const body = await entered(id, { status: 'Cancelled' })
  t.equal(body.isAborted, false)
  const message =
    /^3 units had left .* 498\.9 stays captured.*Credit payment \(AddPayments\).*stays out.*\/api\/Inventory\/Adjust/
  t.match(warningResult(body), { actionStatus: 'Warning', cancelWorkflow: false, message })
  t.match(cancelWarnings(body.order), [{ severity: 'Warning', message }])
  const again = await entered(id, { status: 'Cancelled' })
  t.equal(again.order.versionId, body.order.versionId, 'repeated, the order gets no second warning')
  const url = `/api/Orders/${id}/AddPayments`
  const credit = { amount: 498.9, paymentMethodName: 'Card', transactionId: 'c', transactionType: 'Credit', status: 'Processed' }
  const credited = await test.send({ method: 'POST', url, body: [credit] })
  t.match(credited, { status: 200, body: { orderForm: { creditPaymentTotal: 498.9 } } }, 'the way that it names is open')
})

t.test('given a delivered order, when it is cancelled by status, then the warning names a return form that works', async (t) => {
  const before = (await fetchInventory(test, 'CUP'))[0].quantity
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Completed' })
  const body = await entered(id, { status: 'Cancelled' })
  const message =
    /leaves 3 units delivered.*498\.9 captured: put shipment "1" into a delivered status again.*\/api\/Returns\/.*\/Return/
  t.match(warningResult(body), { actionStatus: 'Warning', message })
  const again = await entered(id, { status: 'Cancelled' })
  t.match(warningResult(again), { message }, 'it is still so')
  t.equal(cancelWarnings(again.order).length, 1)
  await entered(id, { status: 'Completed', shipmentInfo: { shipmentId: '1' } })
  const returned = { status: 'Completed', returns: [{ lineItemId: '1', returnQuantity: 2, isStockUpdated: true }] }
  t.equal((await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: returned })).status, 200)
  t.match(paymentsByType((await test.send({ url: `/api/Orders/${id}` })).body, 'Credit'), [{ amount: 200 }])
  t.equal((await fetchInventory(test, 'CUP'))[0].quantity, before)
})

// A trial from outside was sent to a return form for goods that had all come back.
t.test('given a delivered order, when what came back is cancelled too, then the warning counts what is still out', async (t) => {
  for (const [returnQuantity, message] of [
    [1, /leaves 2 units delivered/],
    [2, /leaves 1 unit delivered/],
  ] as const) {
    const { id } = await createdOrder(test)
    await entered(id, { status: 'Completed' })
    const body = { status: 'Completed', returns: [{ lineItemId: '1', returnQuantity, isStockUpdated: true }] }
    t.equal((await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body })).status, 200)
    t.match(warningResult(await entered(id, { status: 'Cancelled' })), { message })
  }
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Completed' })
  const returns = [
    { lineItemId: '1', returnQuantity: 2 },
    { lineItemId: '2', returnQuantity: 1 },
  ]
  t.equal((await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: { returns } })).status, 200)
  t.equal(warningResult(await entered(id, { status: 'Cancelled' })), undefined)
})

t.test('given goods delivered and goods shipped, when all is cancelled, then what is captured is named once', async (t) => {
  const shipments = [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1' }] },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2' }] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  await entered(id, { status: 'Completed', shipmentInfo: { shipmentId: 'A' } })
  await entered(id, { status: 'Shipped', shipmentInfo: { shipmentId: 'B' } })
  const { message } = warningResult(await entered(id, { status: 'Cancelled' })) as unknown as { message: string }
  t.match(message, /1 unit had left.*leaves 2 units delivered/)
  t.equal(message.match(/captured/g)?.length, 1)
})

t.test('given one delivered line, when the rest is cancelled by status, then a return form needs no other status', async (t) => {
  const { id } = await createdOrder(test)
  await move(id, { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] })
  const body = await entered(id, { status: 'Cancelled' })
  t.match(warningResult(body), { message: /leaves 2 units delivered.*: take back what comes back by a return form/ })
  const returned = { returns: [{ lineItemId: '1', returnQuantity: 1 }] }
  t.equal((await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: returned })).status, 200)
})

t.test('given two shipments, when the shipped one is cancelled, then the warning is of its goods alone', async (t) => {
  const shipments = [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1' }] },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2' }] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  await entered(id, { status: 'Shipped', shipmentInfo: { shipmentId: 'A' } })
  t.equal(warningResult(await entered(id, { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' } })), undefined)
  t.match(warningResult(await entered(id, { status: 'Cancelled', shipmentInfo: { shipmentId: 'A' } })), {
    message: /^2 units had left/,
  })
})

t.test('given a shipped order, when a line is cancelled without a status change, then the order warns', async (t) => {
  const updated = await createdOrder(test)
  await entered(updated.id, { status: 'Shipped' })
  const body = await move(updated.id, { status: 'Shipped', lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1 }] })
  t.match(cancelWarnings(body.order), [{ message: /^1 unit had left.*captured/ }])
  const canceled = await createdOrder(test)
  await entered(canceled.id, { status: 'Shipped' })
  const order = (await test.send({ method: 'POST', url: `/api/Orders/${canceled.id}/OrderLines/1/Cancel` })).body
  t.match(cancelWarnings(order), [{ message: /^2 units had left/ }])
})

// Each line added a warning of its own, and each named the captured sum of the whole order as if it
// came on top.
t.test('given a shipped order, when it is cancelled line by line, then one open warning is left, the last', async (t) => {
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Shipped' })
  const cancel = async (line: string): Promise<Order> =>
    (await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/${line}/Cancel` })).body
  await cancel('1')
  const message = /^1 unit had left .* 498\.9 stays captured/
  t.match(
    cancelWarnings(await cancel('2')).map((warning) => warning.message),
    [message],
  )
  t.equal(cancelWarnings(await cancel('2')).length, 1)
})

t.test('given a warning that someone has solved, when another line is cancelled, then it stays beside the new one', async (t) => {
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Shipped' })
  const url = `/api/Orders/${id}/OrderLines`
  const { body } = await test.send({ method: 'POST', url: `${url}/1/Cancel` })
  const errors = body.errors.map((error: object) => ({ ...error, status: 'Solved' }))
  const solved = await test.send({ method: 'POST', url: '/api/Orders/Update', body: { ...body, errors } })
  t.equal(solved.status, 200)
  const order = (await test.send({ method: 'POST', url: `${url}/2/Cancel` })).body
  t.match(cancelWarnings(order), [
    { status: 'Solved', message: /^2 units/ },
    { status: null, message: /^1 unit/ },
  ])
})

t.test('given a shipped order, when a full update with runWorkflow cancels it, then response and order warn', async (t) => {
  const { id } = await createdOrder(test)
  const { order } = await entered(id, { status: 'Shipped' })
  const url = '/api/Orders/Update'
  const sent = { method: 'POST' as const, url, query: { runWorkflow: 'true' }, body: { ...order, status: 'Cancelled' } }
  const { body } = await test.send({ ...sent, headers: { 'idempotency-key': `cancel-${id}` } })
  t.match(warningResult(body), { message: /^3 units had left/ })
  t.equal(cancelWarnings(body.order).length, 1)
})

t.test('given a keyed cancellation, when it is repeated, then the replay has the warning too', async (t) => {
  const { id } = await createdOrder(test)
  await entered(id, { status: 'Shipped' })
  const send = () => updateStatus(test, id, { body: { status: 'Cancelled' }, headers: { 'idempotency-key': `key-${id}` } })
  const first = await send()
  t.ok(warningResult(first.body))
  t.same((await send()).body, first.body)
})

t.test(
  'given goods that have not left, a dry run, or a status alone, when the order is cancelled, then there is no warning',
  async (t) => {
    const { id } = await createdOrder(test)
    const fresh = await entered(id, { status: 'Cancelled' })
    t.same([warningResult(fresh), cancelWarnings(fresh.order)], [undefined, []])
    const shipped = await createdOrder(test)
    await entered(shipped.id, { status: 'Shipped' })
    const url = `/api/Orders/${shipped.id}/UpdateStatus`
    const dryRun = await test.send({ method: 'POST', url, query: { dryRun: 'true' }, body: { status: 'Cancelled' } })
    t.ok(warningResult(dryRun.body), 'a dry run has the warning too')
    t.same((await test.send({ url: `/api/Orders/${shipped.id}` })).body.errors, [])
    t.same((await entered(shipped.id, { status: 'Cancelled', skipRunWorkflow: true })).order.errors, [])
  },
)

t.test('given steps that refund and restock in the cancelled status, then nothing is left to warn of', async (t) => {
  const config = structuredClone(await sampleConfig())
  const statuses = config.orderTypes.find(({ name }) => name === 'Online')?.orderStatuses ?? []
  const canceled = statuses.find(({ name }) => name === 'Cancelled')
  const [step] = canceled?.workflowSteps ?? []
  if (canceled === undefined || step === undefined) throw new Error('the sample has steps of Cancelled')
  canceled.workflowSteps.push(
    { ...step, id: 'refund', index: 90, name: 'CreditCancelledOrderLines' },
    { ...step, id: 'restock', index: 91, name: 'ReduceInventoryAndReservedInventory' },
  )
  const thorough = await testOrders(t, { config, database: test.database })
  const before = (await fetchInventory(test, 'CUP'))[0].quantity
  const { id } = await createdOrder(thorough)
  await thorough.background.idle()
  await entered(id, { status: 'Shipped' }, thorough)
  const body = await entered(id, { status: 'Cancelled' }, thorough)
  t.same([warningResult(body), cancelWarnings(body.order)], [undefined, []])
  t.equal(body.order.orderForm.creditPaymentTotal, 498.9, 'the lines and the shipping')
  t.equal((await fetchInventory(test, 'CUP'))[0].quantity, before)
})
