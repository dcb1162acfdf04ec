import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { runStep } from '../../../testing/workflow/run-step.ts'
import { setCanceledDate, setCompletedDate, setReadyForPickupDate } from './dates.ts'

const now = '2026-03-02T10:00:00.000Z'
const later = '2026-03-05T10:00:00.000Z'

t.test('given a partly shipped and a completed order, when SetCompletedDate runs, then the second is dated once', async (t) => {
  const open = await runStep(setCompletedDate, sampleOrder({}, { status: 'PartiallyShipped' }), { shipmentId: 'A' })
  t.match(open, { actionStatus: 'Warning', message: /does not have the status/, order: { completed: null } })
  const first = await runStep(setCompletedDate, sampleOrder({}, { status: 'Completed' }))
  t.match(first, { actionStatus: 'Success', order: { completed: now } })
  t.match(await runStep(setCompletedDate, first.order, { now: later }), { actionStatus: 'Warning', order: { completed: now } })
})

t.test('given DeadlineDays, when SetReadyForPickupDate runs, then it sets date and deadline once', async (t) => {
  const first = await runStep(setReadyForPickupDate, sampleOrder({}), { properties: { DeadlineDays: '7' } })
  t.match(first.order, { readyForPickup: now, customerPickupDeadline: '2026-03-09T10:00:00.000Z' })
  t.match(await runStep(setReadyForPickupDate, first.order, { now: later }), {
    actionStatus: 'Warning',
    order: { readyForPickup: now },
  })
  const plain = await runStep(setReadyForPickupDate, sampleOrder({}))
  t.match(plain.order, { readyForPickup: now, customerPickupDeadline: null })
  const { DeadlineDays } = setReadyForPickupDate.properties
  t.same(
    ['0', '14', '-1', '1.5', ''].map((value) => DeadlineDays?.values.test(value)),
    [true, true, false, false, false],
  )
})

t.test('given cancelled lines, when SetCanceledDate runs, then it dates those in scope and the order once', async (t) => {
  const line = (lineItemId: string) => ({ lineItemId, quantity: 1, canceledQuantity: 1 })
  const shipments = [
    { shipmentId: 'A', lineItems: [line('1')] },
    { shipmentId: 'B', lineItems: [line('2')] },
  ]
  const start = sampleOrder({ lineItems: [line('1'), line('2')], shipments })
  const first = await runStep(setCanceledDate, start, { shipmentId: 'A' })
  t.match(first.order, {
    properties: [{ key: 'CanceledDate', value: now }],
    orderForm: {
      lineItems: [{ canceledDate: now }, { canceledDate: null }],
      shipments: [{ lineItems: [{ canceledDate: now }] }, { lineItems: [{ canceledDate: null }] }],
    },
  })
  const second = await runStep(setCanceledDate, first.order, { now: later })
  t.match(second, { actionStatus: 'Success', order: { properties: [{ value: now }] } })
  t.match(second.order.orderForm.lineItems, [{ canceledDate: now }, { canceledDate: later }])
  t.match(await runStep(setCanceledDate, second.order), { actionStatus: 'Warning' })
})
