import type { WorkflowStep } from '@oms/contracts/config/order-types'
import t from 'tap'
import type { OrdersConfig } from '../../orders-config.ts'
import { configWithSteps } from '../../testing/stepped-config.ts'
import { createdOrder, type OrdersTest, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'

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
const enter = (test: OrdersTest, id: string, shipmentId: string | null, members: Record<string, unknown> = {}) =>
  updateStatus(test, id, {
    body: { status: 'InProgress', ...(shipmentId === null ? {} : { shipmentInfo: { shipmentId } }), ...members },
  })
const stepsOf = (answer: { body: { orderActionExecutionResults: { stepId: string }[] } }) =>
  answer.body.orderActionExecutionResults.map(({ stepId }) => stepId)
const runsOf = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.map(
    (run: { status: string; shipmentId: string | null }) => [run.status, run.shipmentId],
  )

t.test('steps that have run for every shipment are not run again when the order follows them', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps(steps) })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  t.same(stepsOf(await enter(test, id, 'A')), ['packing', 'date'])
  const last = await enter(test, id, 'B')
  t.equal(last.body.order.status, 'InProgress')
  t.same(stepsOf(last), ['packing', 'date'])
  t.same(await runsOf(test, id), [
    ['InProgress', 'B'],
    ['InProgress', 'A'],
  ])
})

t.test('those that have not run for one of them run for the order, in one answer with the last shipment’s', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps(steps) })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  t.same(stepsOf(await enter(test, id, 'A', { skipRunWorkflow: true })), [])
  const last = await enter(test, id, 'B')
  t.same(stepsOf(last), ['packing', 'date', 'packing', 'date'])
  t.match(last.body.order, {
    status: 'InProgress',
    readyForPickup: String,
    orderForm: { shipments: [{ status: 'Packing' }, { status: 'Packing' }] },
  })
  t.same(await runsOf(test, id), [
    ['InProgress', null],
    ['InProgress', 'B'],
  ])
})

t.test('a step that is not meant for a shipment is not missed there', async (t) => {
  const config: OrdersConfig = await configWithSteps([
    { ...(steps[0] as object), name: 'UpdateShipmentStatus', enabledForWarehouses: ['OSL-1'] },
  ])
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  t.same(stepsOf(await enter(test, id, 'A')), ['packing'])
  t.same(stepsOf(await enter(test, id, 'B')), [])
  t.same(await runsOf(test, id), [['InProgress', 'A']])
})

t.test('shipments that come to the status at once have each step run once, and none for the order', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps([{ name: 'CapturePayments', id: 'capture' }]) })
  for (let round = 0; round < 4; round++) {
    const { id } = await createdOrder(test, { orderForm: twoShipments })
    await Promise.all([enter(test, id, 'A'), enter(test, id, 'B')])
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.status, 'InProgress')
    t.same((await runsOf(test, id)).map((run: string[]) => run[1]).sort(), ['A', 'B'])
  }
})

t.test('nothing follows an aborted run for the order, until that run is resumed', async (t) => {
  const config = await configWithSteps([{ name: 'UpdateShipmentStatus', id: 'fails', stopOnError: true }])
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test, { orderForm: twoShipments })
  await enter(test, id, 'A', { skipRunWorkflow: true })
  const last = await enter(test, id, 'B')
  t.match(last.body, { isAborted: true, order: { status: 'InProgress' } })
  t.same(stepsOf(last), ['fails'])
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
  t.same(await runsOf(test, id), [
    ['InProgress', null],
    ['InProgress', 'B'],
  ])
})
