import type { OrderType } from '@oms/contracts/config/order-types'
import t from 'tap'
import { sampleConfig } from '../../testing/test-orders.ts'
import { findStepProblems } from './step-registry.ts'

/** The sample's order types with a change to their first step. */
async function withStep(fields: object): Promise<OrderType[]> {
  const { orderTypes } = structuredClone(await sampleConfig())
  const step = orderTypes.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))[0]
  Object.assign(step ?? {}, fields)
  return orderTypes
}

t.test('the sample configuration names only steps that there are', async (t) => {
  t.same(findStepProblems((await sampleConfig()).orderTypes), [])
})

t.test('an unknown step stops the start with file, path and reason', async (t) => {
  t.match(findStepProblems(await withStep({ name: 'ChargeTwice' })), [
    { file: 'order-types.json', path: /^orderTypes\[0\]\.orderStatuses\[0\]\.workflowSteps\[0\]\.name$/, reason: /ChargeTwice/ },
  ])
})

t.test('a property that the step does not take, or a value that it cannot read, is named', async (t) => {
  const length = (value: string) => withStep({ name: 'GenerateSecretKey', properties: [{ key: 'Length', value }] })
  t.same(findStepProblems(await length('32')), [])
  t.match(findStepProblems(await length('65')), [{ path: /properties\[0\]\.value$/ }])
  t.match(findStepProblems(await withStep({ name: 'GenerateSecretKey', properties: [{ key: 'Colour', value: 'red' }] })), [
    { path: /properties\[0\]\.key$/ },
  ])
})
