import type { OrderStatus, OrderType, WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import type { EnteredStatus } from '../../../order/rules/status/enter-status.ts'
import type { StepResult, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { advance, beginRun } from './advance.ts'
import type { RunContext } from './run-context.ts'

const config = await sampleConfig()
const online = config.orderTypes.find((type) => type.name === 'Online') as OrderType
const completed = online.orderStatuses.find((status) => status.name === 'Completed') as OrderStatus
const sample = { ...(completed.workflowSteps[0] as WorkflowStep), stopOnError: false }

const context: RunContext = {
  now: '2026-03-02T10:00:00.000Z',
  isBackground: false,
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

function begin(
  steps: Partial<WorkflowStep>[],
  { order = sampleOrder({}), isBackground = false }: { order?: Order; isBackground?: boolean } = {},
) {
  const workflowSteps = steps.map((step, index) => ({ ...sample, id: `s${index}`, index, ...step }))
  const entered: EnteredStatus = { order, entered: { ...completed, workflowSteps }, shipmentId: null, orderEntered: null }
  const advanced = beginRun(entered, { id: 'run', startedBy: 'kari', type: online }, { ...context, isBackground })
  if (advanced === null) throw new Error('there are steps')
  return advanced
}
const failing = { name: 'UpdateShipmentStatus', properties: [] }
const key = { name: 'GenerateSecretKey' }
const payments = [
  { id: 'a', amount: 10, transactionType: 'Authorization' as const, status: 'Processed' as const, paymentMethodName: 'Card' },
]
const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 10, taxRate: 25 }]
const authorised = sampleOrder({ payments, lineItems })
const resultStepIds = ({ run }: { run: WorkflowRun }) => run.results.map(({ stepId }) => stepId)

t.test('given steps that need only the order, when a run begins, then they run to its end', async (t) => {
  const { order, run, pending } = begin([key, { name: 'GenerateSecretKey', properties: [{ key: 'Length', value: '4' }] }])
  t.equal(order.secretKey, 'k'.repeat(16))
  t.equal(pending, null)
  t.equal(run.state, 'Finished')
  t.match(run.results, [
    { stepId: 's0', actionStatus: 'Success' },
    { actionStatus: 'Warning', message: /already/ },
  ])
})

t.test(
  'given a step that fails, when the run continues, then the order has a warning; with stopOnError the run is aborted',
  async (t) => {
    const soft = begin([failing, key])
    t.match(soft.run, { state: 'Finished', results: [{ actionStatus: 'Error' }, { actionStatus: 'Success' }] })
    t.match(soft.order.errors, [{ key: 'UpdateShipmentStatus', severity: 'Warning', referenceId: 'run' }])
    const hard = begin([{ ...failing, stopOnError: true }, key])
    t.match(hard.run, { state: 'Aborted', results: [{ actionStatus: 'Error' }] })
    t.equal(hard.run.results.length, 1)
    t.match(hard.order.errors, [{ severity: 'Error' }])
    t.equal(hard.order.secretKey, null)
  },
)

t.test('given conditions of steps, when a run advances, then they look at the results before', async (t) => {
  const when = (type: 'Success' | 'Error' | 'Warning') => ({ ...key, workflowStepConditions: [{ type }] })
  t.equal(begin([failing, when('Success')]).run.results.length, 1)
  t.equal(begin([failing, when('Error')]).run.results.length, 2)
  t.equal(begin([key, when('Warning')]).run.results.length, 1)
  t.equal(begin([key, key, when('Warning')]).run.results.length, 3)
})

t.test(
  'given a skipped step, when a later call fails or a background step runs, then the skipped step stays skipped',
  async (t) => {
    const onError = { ...key, workflowStepConditions: [{ type: 'Error' as const }] }
    const halted = begin([key, onError, { name: 'CapturePayments' }, { ...key, runAfterOrderIsSaved: true }], {
      order: authorised,
    })
    t.match(halted.pending, { step: { id: 's2' } })
    const failed: StepResult = {
      ...(halted.run.results[0] as StepResult),
      stepId: 's2',
      actionStatus: 'Error',
      errorReason: 'no',
    }
    const after = advance(halted.order, { ...halted.run, results: [...halted.run.results, failed] }, context)
    t.match(after, { pending: null, run: { state: 'Running' } })
    t.same(resultStepIds(after), ['s0', 's2'])
    t.same(resultStepIds(begin([key, { ...onError, runAfterOrderIsSaved: true }])), ['s0'])
    t.equal(begin([key, { ...onError, runAfterOrderIsSaved: true }]).run.state, 'Finished', 'nothing is left for the background')
  },
)

t.test('given a call or a background step, when the run advances, then it stops before that step', async (t) => {
  const halted = begin([key, { name: 'CapturePayments' }, key], { order: authorised })
  t.match(halted, {
    run: { state: 'Running', results: [{}] },
    pending: { step: { id: 's1' }, input: { requests: [{ amount: 10, currency: 'NOK' }] } },
  })
  t.equal(halted.run.results.length, 1)
  const saved = begin([key, { ...key, runAfterOrderIsSaved: true }])
  t.match(saved, { run: { state: 'Running' }, pending: null })
  t.equal(begin([key, { ...key, runAfterOrderIsSaved: true }], { isBackground: true }).run.state, 'Finished')
})
