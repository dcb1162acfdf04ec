import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { createdOrder, type OrdersTest, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const twoShipments = orderFormBody({
  shipments: [
    { shipmentId: 'A', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }], warehouseCode: 'OSL-1' },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }], warehouseCode: 'OSL-2' },
  ],
})

const steps: (Partial<WorkflowStep> & { name: string })[] = [
  { name: 'UpdateShipmentStatus', id: 'packing', properties: [{ key: 'Status', value: 'Packing' }] },
  { name: 'SetReadyForPickupDate', id: 'date' },
]
// biome-ignore lint/complexity/useMaxParams: reads as a sentence in every test.
const enter = (test: OrdersTest, id: string, shipmentId: string | null, fields: Record<string, unknown> = {}) =>
  updateStatus(test, id, {
    body: { status: 'InProgress', ...(shipmentId === null ? {} : { shipmentInfo: { shipmentId } }), ...fields },
  })
const stepIds = (response: { body: { orderActionExecutionResults: { stepId: string }[] } }) =>
  response.body.orderActionExecutionResults.map(({ stepId }) => stepId)
const fetchRuns = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.map(
    (run: { status: string; shipmentId: string | null }) => [run.status, run.shipmentId],
  )

t.test('given steps that ran for every shipment, when the order follows them, then they do not run again', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps(steps) })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  t.same(stepIds(await enter(test, id, 'A')), ['packing', 'date'])
  const last = await enter(test, id, 'B')
  t.equal(last.body.order.status, 'InProgress')
  t.same(stepIds(last), ['packing', 'date'])
  t.same(await fetchRuns(test, id), [
    ['InProgress', 'B'],
    ['InProgress', 'A'],
  ])
})

t.test(
  'given steps that did not run for one shipment, when the order follows, then they run for the order in the same response',
  async (t) => {
    const test = await testOrders(t, { config: await configWithSteps(steps) })
    const { id } = await createdOrder(test, { orderForm: twoShipments })
    t.same(stepIds(await enter(test, id, 'A', { skipRunWorkflow: true })), [])
    const last = await enter(test, id, 'B')
    t.same(stepIds(last), ['packing', 'date', 'packing'], 'the date of the order is set already')
    t.match(last.body.order, {
      status: 'InProgress',
      readyForPickup: String,
      orderForm: { shipments: [{ status: 'Packing' }, { status: 'Packing' }] },
    })
    t.same(await fetchRuns(test, id), [
      ['InProgress', null],
      ['InProgress', 'B'],
    ])
  },
)

t.test('given a step that excludes a shipment, when the order follows its shipments, then it is not run', async (t) => {
  const config: OrdersConfig = await configWithSteps([
    { ...(steps[0] as object), name: 'UpdateShipmentStatus', enabledForWarehouses: ['OSL-1'] },
  ])
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  t.same(stepIds(await enter(test, id, 'A')), ['packing'])
  t.same(stepIds(await enter(test, id, 'B')), [])
  t.same(await fetchRuns(test, id), [['InProgress', 'A']])
})

t.test(
  'given shipments that enter the status concurrently, when all have ended, then each step ran once and none for the order',
  async (t) => {
    const test = await testOrders(t, { config: await configWithSteps([{ name: 'CapturePayments', id: 'capture' }]) })
    for (let round = 0; round < 4; round++) {
      const { id } = await createdOrder(test, { orderForm: twoShipments })
      await Promise.all([enter(test, id, 'A'), enter(test, id, 'B')])
      t.equal((await test.send({ url: `/api/Orders/${id}` })).body.status, 'InProgress')
      t.same((await fetchRuns(test, id)).map((run: string[]) => run[1]).sort(), ['A', 'B'])
    }
  },
)

t.test('given an aborted run of a shipment, when it is resumed, then the steps of the order follow', async (t) => {
  const config = await configWithSteps([{ name: 'UpdateShipmentStatus', id: 'fails', stopOnError: true }])
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  await enter(test, id, 'A', { skipRunWorkflow: true })
  const last = await enter(test, id, 'B')
  t.match(last.body, { isAborted: true, order: { status: 'InProgress' } })
  t.same(stepIds(last), ['fails'])
  const [run] = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
  await test.database.query({
    text: `update workflow_run set plan = replace(plan::text, '"properties":[]', '"properties":[{"key":"Status","value":"Packing"}]')::json where id = $1`,
    values: [run.runId],
  })
  const resumed = await test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${run.runId}/Resume` })
  t.match(resumed.body.orderActionExecutionResults, [
    { stepId: 'fails', actionStatus: 'Success', runId: run.runId },
    { stepId: 'fails', actionStatus: 'Error' },
  ])
  t.same(await fetchRuns(test, id), [
    ['InProgress', null],
    ['InProgress', 'B'],
  ])
})

const completing: (Partial<WorkflowStep> & { name: string })[] = [
  { name: 'CompleteShipment', id: 'goods' },
  { name: 'SetCompletedDate', id: 'date' },
]

/** Online orders that run the steps of completion when they are Completed, and no others. */
async function configCompleting(): Promise<OrdersConfig> {
  const config = await configWithSteps(completing)
  const online = config.orderTypes.find(({ name }) => name === 'Online')
  const steps = online?.orderStatuses.find(({ name }) => name === 'InProgress')?.workflowSteps ?? []
  for (const status of online?.orderStatuses ?? []) status.workflowSteps = status.name === 'Completed' ? steps : []
  return config
}

const results = (response: Awaited<ReturnType<typeof enter>>) =>
  response.body.orderActionExecutionResults.map(({ stepId, actionStatus }: { stepId: string; actionStatus: string }) => [
    stepId,
    actionStatus,
  ])
const done = [
  ['goods', 'Success'],
  ['date', 'Success'],
]
const notYet = [
  ['goods', 'Success'],
  ['date', 'Warning'],
]

// A second run for the order repeated SetCompletedDate right after the shipment's own had set the
// date, and warned that it was set.
t.test('given one delivery completes the order, when its steps run, then none of them runs again for the order', async (t) => {
  const test = await testOrders(t, { config: await configCompleting() })
  const completed = { status: 'Completed' }

  const one = await createdOrder(test)
  t.same(results(await enter(test, one.id, '1', completed)), done)
  t.same(await fetchRuns(test, one.id), [['Completed', '1']])

  const two = await createdOrder(test, { orderForm: twoShipments })
  t.same(results(await enter(test, two.id, 'A', completed)), notYet)
  const last = await enter(test, two.id, 'B', completed)
  t.same(results(last), done)
  t.match(last.body.order, { status: 'Completed', completed: String })
  t.same(await fetchRuns(test, two.id), [
    ['Completed', 'B'],
    ['Completed', 'A'],
  ])

  const byLines = await createdOrder(test)
  const url = `/api/Orders/${byLines.id}/OrderLinesUpdate`
  const lineItemUpdates = [
    { lineItemId: '1', deliveredQuantity: 2 },
    { lineItemId: '2', deliveredQuantity: 1 },
  ]
  const body = { ...completed, shipmentInfo: { shipmentId: '1' }, lineItemUpdates }
  t.same(results(await test.send({ method: 'POST', url, body })), done)
  t.same(await fetchRuns(test, byLines.id), [['Completed', '1']])
})

t.test(
  'given a shipment skipped the steps, when another completes the order, then the date of the order is set once',
  async (t) => {
    const test = await testOrders(t, { config: await configCompleting() })
    const { id } = await createdOrder(test, { orderForm: twoShipments })
    const goods = [{ lineItemId: '1', quantity: 2, deliveredQuantity: 2 }]
    const shipments = [{ shipmentId: 'A', orderStatus: 'Completed', lineItems: goods }]
    const body = { orderForm: { lineItems: [{ lineItemId: '1', deliveredQuantity: 2 }], shipments } }
    t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })).status, 200)
    const last = await enter(test, id, 'B', { status: 'Completed' })
    t.same(results(last), [...done, ['goods', 'Success']])
    t.equal(last.body.order.status, 'Completed')
  },
)

t.test(
  'given the last open shipment is cancelled, when that completes the order, then the date is set by a run for the order',
  async (t) => {
    const test = await testOrders(t, { config: await configCompleting() })
    const { id } = await createdOrder(test, { orderForm: twoShipments })
    t.same(results(await enter(test, id, 'A', { status: 'Completed' })), notYet)
    const last = await enter(test, id, 'B', { status: 'Cancelled' })
    t.same(results(last), [
      ['date', 'Success'],
      ['void-left-authorizations', 'Success'],
    ])
    t.match(last.body.order, { status: 'Completed', completed: String })
  },
)
