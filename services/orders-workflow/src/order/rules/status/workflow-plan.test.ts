import type { OrderStatus, OrderType, WorkflowStep } from '@open-oms/contracts/config/order-types'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { planSteps } from './workflow-plan.ts'

const config = await sampleConfig()
const online = config.orderTypes.find((type) => type.name === 'Online') as OrderType
const completed = online.orderStatuses.find((status) => status.name === 'Completed') as OrderStatus
const sample = completed.workflowSteps[0] as WorkflowStep

const order = sampleOrder(
  {
    lineItems: [{}],
    shipments: [
      { warehouseCode: 'Central', shippingMethodName: 'Bring' },
      { warehouseCode: 'Oslo-01', shippingMethodName: 'PickUp' },
    ],
  },
  { tags: ['vip'] },
)

function plan(steps: Partial<WorkflowStep>[], scope: { shipmentId?: string; disableWorkflow?: boolean } = {}) {
  const workflowSteps = steps.map((step, index) => ({ ...sample, id: String(index), index, ...step }))
  const type = { ...online, disableWorkflow: scope.disableWorkflow ?? false }
  return planSteps(order, { type, status: { ...completed, workflowSteps }, shipmentId: scope.shipmentId ?? null }).map(
    (step) => step.id,
  )
}

t.test('given steps with indexes, when they are planned, then active ones are in order, after-save steps last', async (t) => {
  t.same(plan([{ index: 30 }, { index: 10, runAfterOrderIsSaved: true }, { index: 20 }, { index: 5, active: false }]), [
    '2',
    '0',
    '1',
  ])
})

t.test('given a type whose workflow is disabled, when steps are planned, then there are none', async (t) => {
  t.same(plan([{}], { disableWorkflow: true }), [])
})

t.test('given filters of a step, when steps are planned, then all must match and disabled values exclude it', async (t) => {
  t.same(plan([{ enabledForMarkets: ['NOR'] }, { enabledForMarkets: ['SWE'] }]), ['0'])
  t.same(plan([{ enabledForStores: ['Oslo-01'], enabledForTags: ['b2b'] }]), [])
  t.same(plan([{ enabledForTags: ['vip'], disabledForTags: ['vip'] }]), [])
  t.same(plan([{ disabledForStores: ['Bergen-01'] }]), ['0'])
})

t.test('given filters by warehouse and shipping method, when steps are planned, then shipments must match', async (t) => {
  const step = { enabledForWarehouses: ['Central'], enabledForShipmentOptions: ['Bring'] }
  t.same(plan([step]), ['0'])
  t.same(plan([step], { shipmentId: '1' }), ['0'])
  t.same(plan([step], { shipmentId: '2' }), [])
})
