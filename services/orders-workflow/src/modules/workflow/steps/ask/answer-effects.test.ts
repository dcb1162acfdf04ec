import type { AskAnswer } from '@open-oms/contracts/connectors/ask-protocol'
import t from 'tap'
import { sampleOrder } from '../../../../testing/sample-order.ts'
import { returnForm, type StepRun, stepContext } from '../../../../testing/workflow/run-step.ts'
import { answeredOutcome, type ReceivedAnswer } from './answer-effects.ts'

const answered = (answer: Omit<AskAnswer, 'result'>, about: ReceivedAnswer['about'], idempotencyKey = 'key'): ReceivedAnswer => ({
  about,
  idempotencyKey,
  answer: { result: 'done', ...answer },
})
const aboutOrder = { kind: 'Order', id: 'O-1' } as const
const context = (run: StepRun = {}) => stepContext('Ask', { connector: 'rules', ...run })
const shipped = sampleOrder({
  lineItems: [{ quantity: 2 }],
  shipments: [{ lineItems: [{ quantity: 1 }], status: 'Shipped', warehouseCode: 'Oslo-01' }, { lineItems: [{ quantity: 1 }] }],
})

t.test('given an answer that is recorded again, when it places a hold, then there is one hold', async (t) => {
  const answers = [answered({ hold: { reasonCode: 'review', until: '2026-03-05T00:00:00+01:00' } }, aboutOrder)]
  const first = answeredOutcome(sampleOrder({}), answers, context())
  const again = answeredOutcome(first.order, answers, context())
  t.match(again.order.holds, [{ reasonCode: 'review', until: '2026-03-04T23:00:00.000Z', createdBy: 'rules' }])
  t.equal(again.order.holds?.length, 1)
  t.equal(
    answeredOutcome(again.order, [answered({ hold: { reasonCode: 'other' } }, aboutOrder, 'other')], context()).order.holds
      ?.length,
    2,
  )
})

t.test('given goods that have left, when an answer names a warehouse, then only what is left there moves', async (t) => {
  const whole = answeredOutcome(shipped, [answered({ warehouse: 'Central' }, aboutOrder)], context())
  t.same(
    whole.order.orderForm.shipments.map(({ warehouseCode }) => warehouseCode),
    ['Oslo-01', 'Central'],
  )
  const [first] = shipped.orderForm.shipments
  const about = { kind: 'Shipment', id: String(first?.shipmentId) } as const
  const one = answeredOutcome(shipped, [answered({ warehouse: 'Central' }, about)], context())
  t.match(one, { actionStatus: 'Error', errorReason: /have left their warehouse/ })
  t.equal(one.order, shipped)
})

t.test('given answers to several questions, when they contradict each other, then none is recorded', async (t) => {
  const statuses = ['Cancelled', 'OrderCanceled'].map((status, index) =>
    answered({ status, tags: [status] }, { kind: 'Line', id: String(index + 1) }),
  )
  const order = sampleOrder({ lineItems: [{ quantity: 1 }, { quantity: 1 }] })
  const outcome = answeredOutcome(order, statuses, context())
  t.match(outcome, { actionStatus: 'Error', errorReason: /the answers name different statuses/ })
  t.equal(outcome.order, order)
  t.match(answeredOutcome(order, statuses.slice(0, 1), context()), { actionStatus: 'Success', triggerNewStatus: 'Cancelled' })
})

t.test('given an answer about a return form, when it has properties, then the form gets them', async (t) => {
  const order = { ...sampleOrder({}), returnOrderForms: [returnForm({ properties: [{ key: 'Checked', value: 'no' }] })] }
  const answer = answered({ properties: [{ key: 'Checked', value: 'yes' }] }, { kind: 'ReturnForm', id: '1' })
  const { order: after } = answeredOutcome(order, [answer], context({ returnId: '1' }))
  t.match(after.returnOrderForms[0]?.properties, [{ key: 'Checked', value: 'yes' }])
  t.equal(after.returnOrderForms[0]?.properties.length, 1)
})
