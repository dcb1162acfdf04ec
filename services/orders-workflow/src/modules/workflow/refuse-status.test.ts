import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { createdOrder, type OrdersTest, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const newOrder = (fields: Record<string, unknown> = {}) => createdOrder(test, fields)
const update = (
  id: string,
  body: unknown,
  { headers = {}, on = test }: { headers?: Record<string, string>; on?: OrdersTest } = {},
) => updateStatus(on, id, { body, headers })

t.test('given a wrong status or an order that may not change, when the status is set, then it is refused', async (t) => {
  const { id } = await newOrder()
  for (const body of [{}, { status: null }, { status: 5 }]) t.equal((await update(id, body)).status, 400)
  const unknown = await update(id, { status: 'PickedUp' })
  t.equal(unknown.status, 400)
  t.ok(unknown.body.errors.status)
  t.equal((await update((await newOrder({ status: 'Queued' })).id, { status: 'New' })).body.error, 'OrderIsQueued')
  t.equal((await update((await newOrder({ isReadOnly: true })).id, { status: 'InProgress' })).body.error, 'OrderIsReadOnly')
  t.equal((await update((await newOrder({ status: 'Deleted' })).id, { status: 'New' })).body.error, 'OrderIsDeleted')
  t.equal((await update('nobody', { status: 'New' })).status, 404)
  const elsewhere = await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/UpdateStatus`,
    body: { status: 'InProgress' },
    as: { storeIds: ['142'] },
  })
  t.equal(elsewhere.status, 403)
})

t.test('given If-Match, when a status is set, then another version is 412 and the current one is accepted', async (t) => {
  const order = await newOrder()
  t.equal((await update(order.id, { status: 'InProgress' }, { headers: { 'if-match': '"another"' } })).status, 412)
  t.equal((await update(order.id, { status: 'InProgress' }, { headers: { 'if-match': `"${order.versionId}"` } })).status, 200)
})

t.test('given a policy of transitions, when a status is set, then it is enforced and shown by Transitions', async (t) => {
  const config: OrdersConfig = structuredClone(await sampleConfig())
  const online = config.orderTypes.find((type) => type.name === 'Online')
  const status = online?.orderStatuses.find((candidate) => candidate.name === 'New')
  Object.assign(status ?? {}, { enforceAvailableStepsPolicy: true, availableSteps: ['InProgress', 'Cancelled'] })
  const strict = await testOrders(t, { config, database: test.database })
  const { id } = await newOrder()
  const response = await update(id, { status: 'Completed' }, { on: strict })
  t.equal(response.status, 400)
  t.equal(response.body.error, 'TransitionNotAllowed')
  t.match(response.body.message, /InProgress, Cancelled/)
  const moves = (await strict.send({ url: `/api/Orders/${id}/Transitions` })).body
  t.match(
    moves.find((move: { status: string }) => move.status === 'Completed'),
    { allowed: false, reasons: [/does not allow/] },
  )
  t.match(
    moves.find((move: { status: string }) => move.status === 'InProgress'),
    { allowed: true, reasons: { length: 0 } },
  )
  t.equal((await update(id, { status: 'InProgress' }, { on: strict })).status, 200)
})

t.test('given an unknown return form, when its status is set, then it is 404 and the order keeps its status', async (t) => {
  const { id } = await newOrder()
  const response = await update(id, { status: 'Completed', returnId: '1' })
  t.equal(response.status, 404)
  t.equal((await test.send({ url: `/api/Orders/${id}` })).body.status, 'New')
})
