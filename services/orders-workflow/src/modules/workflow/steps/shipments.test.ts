// Shared process: it measures processor time.
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { runStep } from '../../../testing/workflow/run-step.ts'
import { completeShipment, updateShipmentStatus, validateTrackingNumber } from './shipments.ts'

const delivered = { lineItems: [{ lineItemId: '1', quantity: 1, deliveredQuantity: 1 }] }
const order = (...shipments: object[]) => sampleOrder({ lineItems: [{}], shipments })

t.test('given a tracking number, when ValidateTrackingNumber runs, then it must exist and match the whole pattern', async (t) => {
  const validate = (number: string | null, Pattern?: string) =>
    runStep(
      validateTrackingNumber,
      order({ shipmentTrackingNumber: number }),
      Pattern === undefined ? {} : { properties: { Pattern } },
    )
  t.match(await validate('anything'), { actionStatus: 'Success' })
  for (const none of [null, '', '  '])
    t.match(await validate(none), { actionStatus: 'Error', errorReason: /"1" has no tracking number/ })
  t.match(await validate('NO123', 'NO\\d+|SE\\d+'), { actionStatus: 'Success' })
  for (const other of ['NO123x', 'xSE1', 'NO', '']) t.match(await validate(other, 'NO\\d+|SE\\d+'), { actionStatus: 'Error' })
  const { result, ms } = await measureCpuTime(() => validate(`${'1'.repeat(100_000)}x`, '(\\d+)+'))
  t.match(result, { actionStatus: 'Error' }, 'a long text is not held against a slow pattern')
  t.ok(ms < 2_000, `${ms} ms`)
})

t.test('given shipments, when ValidateTrackingNumber runs, then it checks those of the run that are not cancelled', async (t) => {
  const start = order({ shipmentTrackingNumber: 'T' }, { shipmentId: 'B', lineItems: [] }, { status: 'Cancelled', lineItems: [] })
  t.match(await runStep(validateTrackingNumber, start, { shipmentId: '1' }), { actionStatus: 'Success' })
  const all = await runStep(validateTrackingNumber, start)
  t.equal(all.errorReason, 'Shipment "B" has no tracking number.')
  t.match(await runStep(validateTrackingNumber, order()), { actionStatus: 'Error' }, 'an order without shipments')
})

t.test('given a pattern that is invalid, when the configuration is checked, then it is refused', async (t) => {
  const { Pattern } = validateTrackingNumber.properties
  t.same(
    ['NO\\d+', '[A-Z]{2}', '(', '[', '*', ''].map((value) => Pattern?.values.test(value)),
    [true, true, false, false, false, false],
  )
})

t.test('given a delivered shipment, when CompleteShipment runs twice, then date and status are set once', async (t) => {
  const canceled = { lineItemId: '1', quantity: 1, canceledQuantity: 1, deliveredQuantity: 0 }
  const first = await runStep(completeShipment, order(delivered, { status: 'Cancelled', lineItems: [canceled] }))
  t.equal(first.actionStatus, 'Success')
  t.match(first.order.orderForm.shipments, [{ completed: '2026-03-02T10:00:00.000Z', status: 'Shipped' }, { completed: null }])
  t.match(await runStep(completeShipment, first.order, { now: '2026-03-03T10:00:00.000Z' }), { actionStatus: 'Warning' })
})

t.test('given an open or cancelled shipment, when CompleteShipment runs, then it is unchanged', async (t) => {
  const open = order({ shipmentId: 'A', status: 'Packing', lineItems: [{ lineItemId: '1', quantity: 2, deliveredQuantity: 1 }] })
  const partly = await runStep(completeShipment, open)
  t.match(partly, { actionStatus: 'Warning', message: 'Not everything is delivered of shipment "A".' })
  t.equal(partly.order, open)
  const both = await runStep(completeShipment, order(delivered, { shipmentId: 'B' }))
  t.match(both, { actionStatus: 'Success', message: /"B"/ })
  t.match(both.order.orderForm.shipments, [{ status: 'Shipped' }, { shipmentId: 'B', status: null, completed: null }])
  const status = order({ ...delivered, orderStatus: 'Cancelled' })
  const canceled = await runStep(completeShipment, status)
  t.equal(canceled.order, status, 'cancelled by its status, although something was delivered')
  t.match(canceled, { actionStatus: 'Warning', message: 'The shipments are cancelled.' })
})

t.test('given the property Status, when UpdateShipmentStatus runs, then it is set, and without it it is an error', async (t) => {
  const outcome = await runStep(updateShipmentStatus, order({}), { properties: { Status: 'Packing' } })
  t.match(outcome, { actionStatus: 'Success', order: { orderForm: { shipments: [{ status: 'Packing' }] } } })
  t.match(await runStep(updateShipmentStatus, order({})), { actionStatus: 'Error' })
  t.equal(updateShipmentStatus.properties.Status?.values.test('Lost'), false)
})
