import type { OrderStatus } from '@open-oms/contracts/config/order-types'
import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, orderBody, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const enter = (test: OrdersTest, id: string, status: string) => updateStatus(test, id, { body: { status } })

const readStatus = (body: unknown) => (body as { status: string }).status

/** The tenant with a status of Online orders changed. */
function withStatus(config: OrdersConfig, name: string, fields: Partial<OrderStatus>): OrdersConfig {
  const changed = (status: OrderStatus) => (status.name === name ? { ...status, ...fields } : status)
  const ofType = (type: OrdersConfig['orderTypes'][number]) =>
    type.name === 'Online' ? { ...type, orderStatuses: type.orderStatuses.map(changed) } : type
  return { ...config, orderTypes: config.orderTypes.map(ofType) }
}

const plain = await configWithSteps([])
const test = await testOrders(t, { config: plain })

t.test(
  'given an order of which nothing is under way, when it is explained, then the next statuses are its actions',
  async (t) => {
    const { id } = await createdOrder(test)
    await enter(test, id, 'InProgress')
    const reason = requireReason(await fetchExplanation(test, id), 'AwaitingStatus')
    t.match(reason, {
      sentence: 'Ready to pick and ship.',
      waitsFor: 'Person',
      since: String,
      next: null,
    })
    t.match(
      reason.actions.map(({ body }) => body),
      [{ status: 'PackedAndReady' }, {}, {}, { status: 'Cancelled' }],
    )
    t.equal((await carriedOut(test, reason.actions[0])).body.order.status, 'PackedAndReady')
  },
)

t.test(
  'given a status that waits for an approval, when the order is explained, then only what may follow is named',
  async (t) => {
    const config = withStatus(plain, 'Pending', {
      enforceAvailableStepsPolicy: true,
      availableSteps: ['InProgress', 'Cancelled'],
    })
    const approving = await testOrders(t, { config, database: test.database })
    const { id } = await createdOrder(approving)
    await enter(approving, id, 'Pending')
    const reason = requireReason(await fetchExplanation(approving, id), 'AwaitingDecision')
    t.match(reason, {
      sentence: /^The order is Pending\. Decide: .+ or Cancelled\.$/,
      actions: [{ body: { status: 'InProgress' } }, { body: { status: 'Cancelled' } }],
      evidence: [{}, { kind: 'Policy', data: { availableSteps: ['InProgress', 'Cancelled'] } }],
    })
    t.equal((await carriedOut(approving, reason.actions[0])).status, 200)
  },
)

// Deletion was the first action of an order that is PartiallyReturned.
t.test('given goods that are open behind a delivery, when the order is explained, then what ends it is last', async (t) => {
  const { id } = await createdOrder(test)
  await enter(test, id, 'PartiallyReturned')
  const { actions } = requireReason(await fetchExplanation(test, id), 'AwaitingStatus')
  t.same(
    actions.map(({ body, sentence }) => [readStatus(body), sentence]),
    [
      ['Completed', 'Mark as Completed'],
      ['Cancelled', 'Cancel order'],
    ],
  )
  const names = ['Deleted', 'Cancelled', 'Completed', 'InProgress']
  const config = withStatus(plain, 'Pending', { enforceAvailableStepsPolicy: true, availableSteps: names })
  const approving = await testOrders(t, { config, database: test.database })
  const { id: pending } = await createdOrder(approving)
  await enter(approving, pending, 'Pending')
  const allowed = requireReason(await fetchExplanation(approving, pending), 'AwaitingDecision').actions.map(({ body }) =>
    readStatus(body),
  )
  t.same(allowed, ['InProgress', 'Completed', 'Cancelled', 'Deleted'])
})

t.test('given goods that have left, when the order and a line are explained, then their delivery is waited for', async (t) => {
  const { id } = await createdOrder(test)
  const shipmentInfo = { shipmentId: '1', trackingNumber: 'T-1' }
  await updateStatus(test, id, { body: { status: 'Shipped', shipmentInfo } })
  const reason = requireReason(await fetchExplanation(test, id), 'GoodsOnTheirWay')
  t.match(reason, { evidence: [{ kind: 'Shipment', data: { status: 'Released', trackingNumber: 'T-1' } }] })
  const line = requireReason(await fetchExplanation(test, id, { lineItemId: '1' }), 'LineOnItsWay')
  t.match(line, { sentence: 'Cup: shipped in shipment 1 (tracking T-1). Waiting for delivery confirmation.' })
  t.equal((await carriedOut(test, reason.actions[0])).body.order.status, 'Completed')
})

t.test('given goods that can be picked up, when the order is explained, then it waits for the customer', async (t) => {
  const { id } = await createdOrder(test, { orderType: 'ClickAndCollect' })
  await enter(test, id, 'ReadyForPickup')
  t.match(requireReason(await fetchExplanation(test, id), 'AwaitingPickup'), {
    sentence: /^Ready for pickup.* Waiting for the customer\.$/,
    since: String,
    actions: [{ body: { status: 'PickedUp' } }],
  })
})

t.test('given goods that nobody came for, when the order is explained, then neither money nor stock is waited for', async (t) => {
  const { id } = await createdOrder(test, { orderType: 'ClickAndCollect' })
  await enter(test, id, 'NotCollected')
  t.match(requireReason(await fetchExplanation(test, id), 'NotCollected'), {
    waitsFor: 'Nothing',
    sentence: /paid for separately/,
  })
  t.notOk(
    reasonCodes(await fetchExplanation(test, id)).some((code) =>
      ['PaymentMissing', 'AwaitingStatus', 'StockMissing'].includes(code),
    ),
  )
})

t.test('given an order whose goods came back, when it is explained, then it is complete', async (t) => {
  const { id } = await createdOrder(test)
  await enter(test, id, 'Completed')
  await enter(test, id, 'Returned')
  t.match(requireReason(await fetchExplanation(test, id), 'OrderComplete'), {
    sentence: 'Complete. Nothing left to do.',
  })
})

t.test('given an order that was created without its workflow, when its reason is put right, then its steps run', async (t) => {
  const config = withStatus(plain, 'New', {
    workflowSteps: (await configWithSteps([{ name: 'GenerateSecretKey' }])).orderTypes.flatMap(({ name, orderStatuses }) =>
      name === 'Online' ? orderStatuses.flatMap((status) => (status.name === 'InProgress' ? status.workflowSteps : [])) : [],
    ),
  })
  const stepped = await testOrders(t, { config, database: test.database })
  const { body } = await stepped.send({ method: 'POST', url: '/api/Orders', query: { runWorkflow: 'false' }, body: orderBody() })
  const reason = requireReason(await fetchExplanation(stepped, body.id), 'StepsNotRun')
  t.match(reason, {
    sentence: 'The workflow of New has not run (1 step).',
    evidence: [{}, { data: { steps: ['GenerateSecretKey'] } }],
  })
  const after = await carriedOut(stepped, reason.actions[0])
  t.match(after.body, { isAborted: false, order: { secretKey: String } })
  t.notOk(reasonCodes(await fetchExplanation(stepped, body.id)).includes('StepsNotRun'))
})

t.test('given a step whose condition did not hold, when the order is explained, then it was left out', async (t) => {
  const config = await configWithSteps([
    { name: 'CapturePayments', id: 'capture', retryFor: '0' },
    { name: 'SetCompletedDate', id: 'date', workflowStepConditions: [{ type: 'Success' }] },
  ])
  const { connectors } = waitingProvider('refused')
  const stepped = await testOrders(t, { config, connectors, database: test.database })
  const { id } = await createdOrder(stepped)
  await enter(stepped, id, 'InProgress')
  const explanation = await fetchExplanation(stepped, id)
  t.match(requireReason(explanation, 'StepLeftOut'), {
    sentence: /^SetCompletedDate of .+ was skipped: its conditions were not met\.$/,
    waitsFor: 'Nothing',
  })
  t.match(requireReason(explanation, 'PaymentRefused'), { sentence: /The workflow continued\.$/ })
})

t.test('given a type without a workflow, when its order is explained, then it is said that no steps run', async (t) => {
  const sample = await sampleConfig()
  const orderTypes = sample.orderTypes.map((type) => (type.name === 'Online' ? { ...type, disableWorkflow: true } : type))
  const disabled = await testOrders(t, { config: { ...sample, orderTypes }, database: test.database })
  const { id } = await createdOrder(disabled)
  const explanation = await fetchExplanation(disabled, id)
  t.match(requireReason(explanation, 'WorkflowDisabled'), { sentence: /"Online" run no workflow/ })
  t.notOk(reasonCodes(explanation).includes('StepsNotRun'))
})
