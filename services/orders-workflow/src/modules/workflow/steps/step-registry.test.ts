import type { OrderType } from '@open-oms/contracts/config/order-types'
import t from 'tap'
import { paymentSteps } from '../../../connectors/payment/payment-connectors.ts'
import { bookingSteps } from '../../../connectors/shipping/shipping-connectors.ts'
import { stockSteps } from '../../../order/rules/input/entity-errors.ts'
import { stepsOfOrder } from '../../../order/rules/status/workflow-plan.ts'
import { reservationSteps } from '../../../order/rules/stock/reservation-intents.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { outboundSteps } from '../../configuration/checks/find-outbound-problems.ts'
import { capturingSteps, chargingSteps, refundingSteps, reservingSteps } from '../../why/domain/explained-steps.ts'
import { creditingSteps, restockingSteps } from '../domain/shipped-goods-canceled.ts'
import { findStepProblems, retryForMs, stepNamed } from './step-registry.ts'

/** The sample's order types with a change to their first step. */
async function withStep(fields: object): Promise<OrderType[]> {
  const { orderTypes } = structuredClone(await sampleConfig())
  const step = orderTypes.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))[0]
  Object.assign(step ?? {}, fields)
  return orderTypes
}

t.test('given the sample configuration, when its steps are checked, then all exist', async (t) => {
  t.same(findStepProblems((await sampleConfig()).orderTypes), [])
})

t.test('given an unknown step, when steps are checked, then the problem has file, path and reason', async (t) => {
  t.match(findStepProblems(await withStep({ name: 'ChargeTwice' })), [
    { file: 'order-types.json', path: /^orderTypes\[0\]\.orderStatuses\[0\]\.workflowSteps\[0\]\.name$/, reason: /ChargeTwice/ },
  ])
})

t.test('given an unknown property or a wrong value, when steps are checked, then it is a problem with its path', async (t) => {
  const length = (value: string) => withStep({ name: 'GenerateSecretKey', properties: [{ key: 'Length', value }] })
  t.same(findStepProblems(await length('32')), [])
  t.match(findStepProblems(await length('65')), [{ path: /properties\[0\]\.value$/ }])
  t.match(findStepProblems(await withStep({ name: 'GenerateSecretKey', properties: [{ key: 'Colour', value: 'red' }] })), [
    { path: /properties\[0\]\.key$/ },
  ])
})

t.test('given the files that treat some steps alike, when they name one, then it is in the registry', async (t) => {
  const lists = {
    stepsOfOrder,
    paymentSteps,
    bookingSteps,
    reservationSteps,
    creditingSteps,
    restockingSteps,
    outboundSteps,
    capturingSteps,
    chargingSteps,
    reservingSteps,
    refundingSteps,
  }
  for (const [list, names] of Object.entries(lists)) {
    for (const name of names) t.ok(stepNamed(name).names.includes(name), `${name} of ${list}`)
  }
})

t.test('given a step that calls nobody, when it says how long it is tried again, then that is named', async (t) => {
  t.match(findStepProblems(await withStep({ name: 'GenerateSecretKey', properties: [], retryFor: '1h' })), [
    { path: /workflowSteps\[0\]\.retryFor$/, reason: /calls nobody/ },
  ])
  t.same(findStepProblems(await withStep({ name: 'CapturePayments', properties: [], retryFor: '1h' })), [])
})

t.test('given a step, when it says how long it is tried again, then that holds, else what is usual for it', (t) => {
  const HOUR = 3_600_000
  const usual = (name: string) => retryForMs({ name, retryFor: null }) / HOUR
  for (const name of ['AuthorizePayment', 'CapturePayments', 'CapturePayment', 'CancelPayments', 'CreditReturn'])
    t.equal(usual(name), 24, name)
  for (const name of ['Webhook', 'ExportOrder']) t.equal(usual(name), 4, name)
  t.equal(usual('BookShipment'), 1)
  t.equal(usual('ReduceInventory'), 0)
  t.equal(retryForMs({ name: 'CapturePayments', retryFor: '90s' }), 90_000)
  t.equal(retryForMs({ name: 'CapturePayments', retryFor: '0' }), 0)
  t.end()
})

t.test('given the steps whose warnings are no errors, when they are looked up, then they are of kind stock', async (t) => {
  for (const name of stockSteps) t.equal(stepNamed(name as string).kind, 'stock', `${name}`)
})
