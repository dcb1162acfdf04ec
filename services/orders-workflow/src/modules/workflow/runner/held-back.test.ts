import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { withHold, withReleased } from '../../../order/rules/holds/holds.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { endingEvents } from '../../../runs/superseded-runs.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { returnForm } from '../../../testing/workflow/run-step.ts'
import { advance } from './advance.ts'
import type { RunContext } from './run-context.ts'

const config = await sampleConfig()
const online = config.orderTypes.find((type) => type.name === 'Online') as OrderType
const context: RunContext = {
  now: '2026-03-02T10:00:00.000Z',
  isBackground: true,
  stored: null,
  stepsRun: new Map(),
  config,
  newId: () => 'id',
  randomText: (length) => 'k'.repeat(length),
  currencyOf: () => 'NOK',
  allocationsOf: () => [],
  handlingTypeOf: () => online,
  warehousesOf: () => [],
}
const sample = online.orderStatuses.find(({ name }) => name === 'Shipped')?.workflowSteps[0] as PlannedStep
const step = (name: string, properties: PlannedStep['properties'] = []) => ({ ...sample, id: name, name, properties })

const payments = [
  { id: 'a', amount: 10, transactionType: 'Authorization' as const, status: 'Processed' as const, paymentMethodName: 'Card' },
]
const free = sampleOrder({ lineItems: [{ code: 'CUP', placedPrice: 10, taxRate: 25 }], shipments: [{}], payments })
const placed = { note: null, rule: null, created: '2026-03-02T09:00:00.000Z', createdBy: null, until: null, releaseRule: null }
const held = withHold(free, { ...placed, id: 'h', reasonCode: 'FraudCheck' })

function run(steps: PlannedStep[], fields: Partial<WorkflowRun> = {}): WorkflowRun {
  const base = { id: 'run', orderId: 'O-1', shipmentId: null, returnId: null, status: 'InProgress', state: 'Running' as const }
  const rest = {
    started: '2026-03-02T08:00:00.000Z',
    startedBy: null,
    fencingToken: 1,
    results: [],
    transitionCount: 0,
    next: [],
    waiting: [],
  }
  return { ...base, ...rest, steps, ...fields }
}

const advancedState = (order: Order, advancing: WorkflowRun) => {
  const { run: after, pending, followUp } = advance(order, advancing, context)
  return [after.state, pending?.step.name ?? followUp?.kind ?? null]
}

t.test('given a held order, when a run reaches a step, then it waits for the outside and for goods only', async (t) => {
  const booking = run([step('BookShipment')])
  t.strictSame(advancedState(held, booking), ['Held', null])
  t.strictSame(advancedState(free, booking), ['Running', 'BookShipment'])
  const releasing = run([
    step('UpdateShipmentStatus', [{ key: 'Status', value: 'Released' } as PlannedStep['properties'][number]]),
  ])
  t.strictSame(advancedState(held, releasing), ['Held', null])
  t.strictSame(advancedState(free, releasing), ['Finished', null])
  const packing = run([step('UpdateShipmentStatus', [{ key: 'Status', value: 'Packing' } as PlannedStep['properties'][number]])])
  t.strictSame(advancedState(held, packing), ['Finished', null])
  t.strictSame(advancedState(held, run([step('IncreaseReservedInventory')])), ['Running', 'IncreaseReservedInventory'])
  t.strictSame(advancedState(held, run([step('AuthorizePayment')])), ['Finished', null], 'all is authorised: nobody is asked')
})

t.test('given a held order, when the run is of a cancelled status, then its outside steps are carried out', async (t) => {
  t.strictSame(advancedState(held, run([step('BookShipment')], { status: 'Cancelled' })), ['Running', 'BookShipment'])
})

t.test('given a held order, when a step has asked for a status, then only one with which goods leave waits', async (t) => {
  const asking = (status: string) => run([], { next: [{ kind: 'status', status } satisfies FollowUp] })
  t.strictSame(advancedState(held, asking('Shipped')), ['Held', null])
  t.strictSame(advancedState(held, asking('Pending')), ['Running', 'status'])
  t.strictSame(advancedState(free, asking('Shipped')), ['Running', 'status'])
})

t.test('given a held order, when a run of a cancelled status would let goods leave, then it waits like any other', async (t) => {
  const canceled = { status: 'Cancelled' }
  const asking = run([], { ...canceled, next: [{ kind: 'status', status: 'Shipped' }] })
  t.strictSame(advancedState(held, asking), ['Held', null])
  const releasing = step('UpdateShipmentStatus', [{ key: 'Status', value: 'Released' } as PlannedStep['properties'][number]])
  t.strictSame(advancedState(held, run([releasing], canceled)), ['Held', null])
})

t.test('given a held order, when a step enters a status immediately, then it waits where goods would leave', async (t) => {
  const orderStatuses = online.orderStatuses.map((status) =>
    status.name === 'Returned' ? { ...status, isDeliveredStatus: true } : { ...status, isDeliveredStatus: false },
  )
  const leaving = { ...context, config: { ...config, orderTypes: [{ ...online, orderStatuses }] } }
  const returnOrderForms = [returnForm({ returnId: 'r' })]
  const moving = run([step('UpdateOrderStatus')], { returnId: 'r', status: 'Completed' })
  const at = (order: Order) => {
    const { run: after, order: moved } = advance({ ...order, status: 'Completed', returnOrderForms }, moving, leaving)
    return [after.state, moved.status]
  }
  t.strictSame(at(held), ['Held', 'Completed'])
  t.strictSame(at(free), ['Finished', 'Returned'])
})

t.test('given a run that was held, when the cancellation of the order has released it, then the run ends', async (t) => {
  const release = { at: '2026-03-02T09:30:00.000Z', by: 'kari', cause: 'Canceled' as const, note: null }
  const canceled = { ...withReleased(held, () => true, release), status: 'Cancelled' }
  t.strictSame(advancedState(canceled, run([step('BookShipment')])), ['Aborted', null])
  t.strictSame(advancedState(canceled, run([step('BookShipment')], { started: '2026-03-02T09:45:00.000Z' })), [
    'Running',
    'BookShipment',
  ])
  const released = withReleased(held, () => true, { ...release, cause: 'Call' })
  t.strictSame(advancedState(released, run([step('BookShipment')])), ['Running', 'BookShipment'])
})

t.test('given a held run, when its events are asked for, then there is none: it has not ended', async (t) => {
  t.strictSame(endingEvents(run([], { state: 'Held' })), [])
  t.equal(endingEvents(run([], { state: 'Aborted' })).length, 1)
})
