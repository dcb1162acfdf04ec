import type { OrderStatus, WorkflowStep } from '@open-oms/contracts/config/order-types'
import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import {
  createdOrder,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './runner/resume.ts'

const refusing = { post: async () => ({ kind: 'refused' as const, status: 422, reason: 'The receiver refused.' }) }
const exports = (status: string, fields: Partial<WorkflowStep> = {}) => ({
  name: 'ExportOrder',
  connector: 'export',
  properties: [{ key: 'ErrorStatus', value: status }],
  ...fields,
})

/**
 * The sample tenant where Online orders run the given steps when they enter these statuses, and no
 * others.
 */
async function buildConfig(steps: Record<string, (Partial<WorkflowStep> & { name: string })[]>): Promise<OrdersConfig> {
  const config = await configWithSteps([])
  const made = await Promise.all(
    Object.entries(steps).map(async ([name, list]) => {
      const stepped = await configWithSteps(list.map((step, index) => ({ id: `${name}.${index}`, ...step })))
      return [name, onlineStatuses(stepped).find((status) => status.name === 'InProgress')?.workflowSteps ?? []] as const
    }),
  )
  const byStatus = new Map(made)
  for (const status of onlineStatuses(config)) status.workflowSteps = byStatus.get(status.name) ?? []
  return config
}
const onlineStatuses = (config: OrdersConfig): OrderStatus[] =>
  config.orderTypes.find((type) => type.name === 'Online')?.orderStatuses ?? []

const enter = (test: OrdersTest, id: string, body: Record<string, unknown> = {}) =>
  updateStatus(test, id, { body: { status: 'InProgress', ...body } })
const fetchRuns = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

t.test(
  'given a step that triggers a status, when its run ends, then the order enters that status and one response has all results',
  async (t) => {
    const config = await buildConfig({
      InProgress: [exports('OnHold', { stopOnError: true }), { name: 'CompleteShipment' }],
      OnHold: [{ name: 'SetReadyForPickupDate' }, exports('Pending')],
      Pending: [{ name: 'SetReadyForPickupDate' }],
    })
    const test = await testOrders(t, { config, connectors: refusing })
    const { id } = await createdOrder(test)
    const headers = { 'idempotency-key': 'transitions' }
    const { body } = await updateStatus(test, id, { body: { status: 'InProgress' }, headers })
    t.match(body, {
      isAborted: true,
      order: { status: 'Pending', readyForPickup: String },
      orderActionExecutionResults: [
        { stepId: 'InProgress.0', actionStatus: 'Error', cancelWorkflow: true },
        { stepId: 'OnHold.0', actionStatus: 'Success' },
        { stepId: 'OnHold.1', actionStatus: 'Error', cancelWorkflow: false },
        { stepId: 'Pending.0', actionStatus: 'Warning' },
      ],
    })
    t.same((await test.send({ url: `/api/Orders/${id}` })).body, body.order)
    t.match(await fetchRuns(test, id), [
      { status: 'Pending', state: 'Finished' },
      { status: 'OnHold', state: 'Finished' },
      { status: 'InProgress', state: 'Aborted' },
    ])
    const moves = (await outboxEnvelopes(test, id)).filter((event) => event.type === 'orders.order.status-changed.v1')
    t.same(
      moves.map((event) => event.data.status),
      ['InProgress', 'OnHold', 'Pending'],
    )
    t.same(
      (await updateStatus(test, id, { body: { status: 'InProgress' }, headers })).body,
      body,
      'a repeat has the same response',
    )
  },
)

t.test(
  'given statuses that trigger each other, when ten transitions have been made, then the next one is an error',
  async (t) => {
    const config = await buildConfig({ InProgress: [exports('OnHold')], OnHold: [exports('InProgress')] })
    const test = await testOrders(t, { config, connectors: refusing })
    const { id } = await createdOrder(test)
    const { body } = await enter(test, id)
    t.equal(body.orderActionExecutionResults.length, 11)
    t.match(body.orderActionExecutionResults.at(-1), { actionStatus: 'Error', errorReason: /10 times/ })
    t.equal(body.order.status, 'InProgress')
    t.match(body.order.errors.at(-1), { key: 'ExportOrder', message: /10 times/ })
    t.equal((await fetchRuns(test, id)).length, 11)
  },
)

t.test(
  'given a tenant with a lower limit of transitions, when the limit is reached, then the next one is an error',
  async (t) => {
    const config = structuredClone(await buildConfig({ InProgress: [exports('OnHold')], OnHold: [exports('InProgress')] }))
    config.settings.workflow.hopsMax = 1
    const test = await testOrders(t, { config, connectors: refusing })
    const { id } = await createdOrder(test)
    t.match((await enter(test, id)).body, {
      order: { status: 'OnHold' },
      orderActionExecutionResults: [{}, { errorReason: /1 times/ }],
    })
  },
)

t.test('given a step that triggers an unknown or forbidden status, when it runs, then it ends with an error', async (t) => {
  const config = structuredClone(await buildConfig({ InProgress: [exports('Nowhere'), exports('Completed')] }))
  const status = onlineStatuses(config).find((candidate) => candidate.name === 'InProgress')
  Object.assign(status ?? {}, { enforceAvailableStepsPolicy: true, availableSteps: ['Shipped'] })
  const test = await testOrders(t, { config, connectors: refusing })
  const { id } = await createdOrder(test)
  t.match((await enter(test, id)).body, {
    order: { status: 'InProgress' },
    orderActionExecutionResults: [{ errorReason: /"Nowhere" is not a status/ }, { errorReason: /Allowed: Shipped/ }],
  })
})

t.test('given a step of one shipment that triggers a status, when it fails, then only its shipment has it', async (t) => {
  const config = await buildConfig({ InProgress: [exports('OnHold')] })
  const test = await testOrders(t, { config, connectors: refusing })
  const shipments = [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  const { order } = (await enter(test, id, { shipmentInfo: { shipmentId: 'A' } })).body
  t.match(order, { status: 'New', orderForm: { shipments: [{ orderStatus: 'OnHold' }, { orderStatus: 'New' }] } })
})

t.test(
  'given a status triggered in the background or before a crash, when the run is continued, then the order enters it',
  async (t) => {
    const config = await buildConfig({
      InProgress: [exports('OnHold', { runAfterOrderIsSaved: true })],
      OnHold: [{ name: 'SetReadyForPickupDate' }],
    })
    const test = await testOrders(t, { config, connectors: refusing })
    const { id } = await createdOrder(test)
    t.equal((await enter(test, id)).body.order.status, 'InProgress')
    await test.background.idle()
    t.match((await test.send({ url: `/api/Orders/${id}` })).body, { status: 'OnHold', readyForPickup: String })

    const asked = await createdOrder(test)
    await enter(test, asked.id)
    await test.background.idle()
    // As a process leaves it that dies between the end of the steps and the move.
    await test.database.query({
      text: `update workflow_run set state = 'Running', finished = null, lease_until = now() - interval '1 second', next = '[{"kind":"status","status":"Pending"}]'
      where order_id = $1 and status = 'OnHold'`,
      values: [asked.id],
    })
    t.equal(await resumeRuns(test.deps), 1)
    await test.background.idle()
    t.equal((await test.send({ url: `/api/Orders/${asked.id}` })).body.status, 'Pending')
  },
)

t.test('given a status that triggers another, when an order is created with it, then the other follows', async (t) => {
  const config = await buildConfig({ InProgress: [exports('OnHold')], OnHold: [{ name: 'SetReadyForPickupDate' }] })
  const test = await testOrders(t, { config, connectors: refusing })
  const created = await createdOrder(test, { status: 'InProgress' })
  t.equal(created.status, 'InProgress')
  await test.background.idle()
  t.match((await test.send({ url: `/api/Orders/${created.id}` })).body, { status: 'OnHold', readyForPickup: String })
})
