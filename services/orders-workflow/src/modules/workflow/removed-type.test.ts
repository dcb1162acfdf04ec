import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { createdOrder, paymentsByType, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

// A tenant renamed an order type and a status while orders had them: every workflow call for these
// orders was refused with 400, cancelling too.
const before: OrdersConfig = structuredClone(await sampleConfig())
const online = before.orderTypes.find(({ name }) => name === 'Online')
const [first] = online?.orderStatuses ?? []
if (online === undefined || first === undefined) throw new Error('the sample has type Online')
online.orderStatuses.push({ ...first, name: 'Parked', order: 90, workflowSteps: [] })
before.orderTypes.push({
  ...online,
  name: 'Phone',
  defaultOrderType: false,
  orderStatuses: online.orderStatuses.map((status) => ({ ...status, workflowSteps: [] })),
})
const old = await testOrders(t, { config: before })
const test = await testOrders(t, { config: await sampleConfig(), database: old.database })

const phoneOrder = (fields: Record<string, unknown> = {}) => createdOrder(old, { orderType: 'Phone', ...fields })
const update = (id: string, body: unknown) => updateStatus(test, id, { body })
const move = (id: string, body: unknown) => test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
type Transition = { status: string; allowed: boolean; reasons: string[] }
const fetchTransitions = async (id: string): Promise<Transition[]> =>
  (await test.send({ url: `/api/Orders/${id}/Transitions` })).body

t.test(
  'given a removed order type, when a cancelled status is set, then the order is cancelled by the default type',
  async (t) => {
    const { id } = await phoneOrder()
    const { status, body } = await update(id, { status: 'Cancelled' })
    t.equal(status, 200)
    t.match(body.orderActionExecutionResults, [
      { actionType: 'CancelPayments', actionStatus: 'Success' },
      { actionType: 'ReduceReservedInventory', actionStatus: 'Success' },
      { actionType: 'SetCanceledDate', actionStatus: 'Success' },
    ])
    t.match(body.order, { status: 'Cancelled', orderType: 'Phone', orderForm: { lineItems: [{ canceledQuantity: 2 }, {}] } })
    t.match(paymentsByType(body.order, 'Void'), [{ amount: 498.9 }])
  },
)

t.test('given a removed order type, when a single shipment is cancelled, then the order takes the status with it', async (t) => {
  const { id } = await phoneOrder()
  const { body } = await update(id, { status: 'Cancelled', shipmentInfo: { shipmentId: '1' } })
  t.match(body.order, { status: 'Cancelled', orderForm: { shipments: [{ status: 'Cancelled' }] } })
})

t.test('given a removed order type, when lines are cancelled, then they are cancelled', async (t) => {
  const { id } = await phoneOrder()
  const one = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/2/Cancel` })
  t.match(one, { status: 200, body: { orderForm: { lineItems: [{ canceledQuantity: 0 }, { canceledQuantity: 1 }] } } })
  const rest = await move(id, { status: 'Cancelled', lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 2 }] })
  t.match(rest, { status: 200, body: { order: { status: 'Cancelled' } } })
  t.match(paymentsByType(rest.body.order, 'Void'), [{ amount: 498.9 }])
})

t.test('given a removed order type, when another status is set, then the response is 400 and names the way out', async (t) => {
  const { id, versionId } = await phoneOrder()
  const refused = { status: 400, body: { error: 'ValidationFailed', message: /"Phone".*"orderType".*Cancelled, OrderCanceled/ } }
  t.match(await update(id, { status: 'Completed' }), refused)
  t.match(await update(id, { status: 'Cancelled', shipmentInfo: { orderStatus: 'Shipped' } }), refused)
  t.match(await move(id, { status: 'Shipped', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] }), refused)
  t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId, 'nothing is written')
})

t.test(
  'given a removed order type, when UpdateStatus names a configured one, then the order continues with that type',
  async (t) => {
    const { id } = await phoneOrder()
    const { status, body } = await update(id, { status: 'Completed', orderType: 'Online' })
    t.equal(status, 200)
    t.match(body.order, { status: 'Completed', orderType: 'Online', completed: String })
    t.match(paymentsByType(body.order, 'Capture'), [{ amount: 498.9 }])
    t.match(await update(id, { status: 'Shipped' }), { status: 200 }, 'it needs not be named again')
    const silent = await phoneOrder()
    const only = await update(silent.id, { status: 'InProgress', orderType: 'Online', skipRunWorkflow: true })
    t.match(only.body, { order: { status: 'InProgress', orderType: 'Online' }, orderActionExecutionResults: { length: 0 } })
  },
)

t.test('when UpdateStatus names an order type that it must not, then the response is 400', async (t) => {
  const refused = { status: 400, body: { errors: { orderType: [String] } } }
  const { id } = await createdOrder(test)
  t.match(await update(id, { status: 'New', orderType: 'ClickAndCollect' }), refused, 'its own type is configured')
  t.match(await update(id, { status: 'New', orderType: 'Online' }), { status: 200 })
  t.match(await update((await phoneOrder()).id, { status: 'New', orderType: 'Nothing' }), refused)
  t.match(await update(id, { status: 'Completed', orderType: 'Online', returnId: '1' }), refused, 'it is of the order')
})

t.test('given a removed order type, then Transitions allows the cancelled statuses and says how to move on', async (t) => {
  const { id } = await phoneOrder()
  const moves = await fetchTransitions(id)
  t.same(
    moves.filter(({ allowed }) => allowed).map(({ status }) => status),
    ['Cancelled', 'OrderCanceled'],
  )
  t.match(moves.find(({ status }) => status === 'Completed')?.reasons, [/"Phone".*orderType/])
  const readOnly = await phoneOrder({ isReadOnly: true })
  t.ok((await fetchTransitions(readOnly.id)).every(({ allowed }) => !allowed))
})

t.test('given a removed status, then the order may leave it for any status of its type and cannot enter it again', async (t) => {
  const parked = () => createdOrder(old, { status: 'Parked' })
  const { id } = await parked()
  const moves = await fetchTransitions(id)
  t.match(moves.at(-1), {
    status: 'Parked',
    allowed: false,
    reasons: [/"Parked" is not a status of order type "Online" any more/],
  })
  t.ok(moves.slice(0, -1).every(({ allowed }) => allowed))
  t.match(await update(id, { status: 'Parked' }), { status: 400, body: { errors: { status: [String] } } })
  t.match((await update(id, { status: 'InProgress' })).body, { order: { status: 'InProgress' } })
  t.match((await update((await parked()).id, { status: 'Cancelled' })).body, { order: { status: 'Cancelled' } })
  const line = await test.send({ method: 'POST', url: `/api/Orders/${(await parked()).id}/OrderLines/1/Cancel` })
  t.match(line, { status: 200, body: { status: 'Parked', orderForm: { lineItems: [{ canceledQuantity: 2 }, {}] } } })
})

t.test('given a removed order type, when shipments are rearranged, then that works as before', async (t) => {
  const { id } = await phoneOrder()
  const split = [
    { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ]
  t.equal((await test.send({ method: 'PUT', url: `/api/OrderShipments/${id}`, body: split })).status, 200)
  const add = [{ shipmentId: '1', lineItemIds: ['2'] }]
  const added = await test.send({ method: 'PUT', url: `/api/OrderShipments/${id}/AddOrderLinesToShipment`, body: add })
  t.match(added, { status: 200, body: { orderForm: { shipments: [{ lineItems: [{}, {}] }] } } })
})
