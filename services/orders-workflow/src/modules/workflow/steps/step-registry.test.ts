import type { OrderType } from '@oms/contracts/config/order-types'
import t from 'tap'
import { outboundSteps } from '../../../configuration/find-outbound-problems.ts'
import { paymentSteps } from '../../../connectors/payment/payment-connectors.ts'
import { bookingSteps } from '../../../connectors/shipping/shipping-connectors.ts'
import { reservationSteps } from '../../../order/reservation-steps.ts'
import { stepsOfOrder } from '../../../order/status/workflow-plan.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { creditingSteps, restockingSteps } from '../domain/shipped-goods-canceled.ts'
import { findStepProblems, stepNamed } from './step-registry.ts'

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
  }
  for (const [list, names] of Object.entries(lists)) {
    for (const name of names) t.ok(stepNamed(name).names.includes(name), `${name} of ${list}`)
  }
})
