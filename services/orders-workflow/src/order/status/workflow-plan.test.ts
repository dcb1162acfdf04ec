import type { OrderStatus, OrderType, WorkflowStep } from '@oms/contracts/config/order-types'
import t from 'tap'
import { sampleOrder } from '../../testing/sample-order.ts'
import { sampleConfig } from '../../testing/test-orders.ts'
import { planOf } from './workflow-plan.ts'

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
  return planOf(order, { type, status: { ...completed, workflowSteps }, shipmentId: scope.shipmentId ?? null }).map(
    (step) => step.id,
  )
}

t.test('active steps run in the order of their index, after-save steps last', async (t) => {
  t.same(plan([{ index: 30 }, { index: 10, runAfterOrderIsSaved: true }, { index: 20 }, { index: 5, active: false }]), [
    '2',
    '0',
    '1',
  ])
})

t.test('an order type whose workflow is inactive has no steps', async (t) => {
  t.same(plan([{}], { disableWorkflow: true }), [])
})

t.test('a step runs when all its filters match, an empty filter matches all, and a disabled value prevents it', async (t) => {
  t.same(plan([{ enabledForMarkets: ['NOR'] }, { enabledForMarkets: ['SWE'] }]), ['0'])
  t.same(plan([{ enabledForStores: ['Oslo-01'], enabledForTags: ['b2b'] }]), [])
  t.same(plan([{ enabledForTags: ['vip'], disabledForTags: ['vip'] }]), [])
  t.same(plan([{ disabledForStores: ['Bergen-01'] }]), ['0'])
})

t.test('warehouses and shipping methods are those of the shipments in scope', async (t) => {
  const step = { enabledForWarehouses: ['Central'], enabledForShipmentOptions: ['Bring'] }
  t.same(plan([step]), ['0'])
  t.same(plan([step], { shipmentId: '1' }), ['0'])
  t.same(plan([step], { shipmentId: '2' }), [])
})
