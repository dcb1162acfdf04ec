import t from 'tap'
import type { BookingRequest, BookingResult } from '../../../connectors/shipping/shipping-connector.ts'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'
import { runStep, type StepRun } from '../../../testing/workflow/run-step.ts'
import { bookShipment } from './bookings.ts'

const nothing = { returnTrackingNumber: null, returnTrackingLink: null, returnLabelLink: null }
const booking = {
  bookingId: 'b-1',
  trackingNumber: 'T1',
  trackingLink: 'https://t.example/1',
  labelLink: 'https://l.example/1',
  ...nothing,
}
const done: BookingResult = { outcome: 'done', booking }

function carrier(...responses: BookingResult[]) {
  const asked: BookingRequest[] = []
  const book = async (request: BookingRequest) => {
    asked.push(request)
    return responses.shift() ?? done
  }
  return { asked, run: { connector: 'carrier', connectors: { shipping: () => ({ book }) } } satisfies StepRun }
}
const lines = [{ code: 'CUP', displayName: 'Cup', quantity: 3, canceledQuantity: 1 }, { code: 'POT' }]
const shipments = [
  { shipmentId: 'A', lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 3, canceledQuantity: 1 }] },
  { shipmentId: 'B', warehouseCode: 'Central', lineItems: [{ lineItemId: '2', code: 'POT', quantity: 1 }] },
  { shipmentId: 'C', status: 'Cancelled', lineItems: [] },
]
const order = (form: SampleForm = { shipments }) => sampleOrder({ lineItems: lines, ...form }, { orderNumber: 'N-1' })

t.test('given shipments, when BookShipment runs twice, then each open one is booked once', async (t) => {
  const { asked, run } = carrier()
  const first = await runStep(bookShipment, order(), run)
  t.equal(first.actionStatus, 'Success')
  const booked = {
    shipmentTrackingNumber: 'T1',
    shipmentTrackingLink: 'https://t.example/1',
    shipmentLabelLink: 'https://l.example/1',
    externalIds: [{ providerName: 'carrier', id: 'b-1' }],
  }
  t.match(first.order.orderForm.shipments, [booked, booked, { shipmentId: 'C', shipmentTrackingNumber: null }])
  t.match(asked, [
    { orderId: 'O-1', orderNumber: 'N-1', shipmentId: 'A', lineItems: [{ lineItemId: '1', code: 'CUP', quantity: 2 }] },
    { shipmentId: 'B', warehouseCode: 'Central' },
  ])
  t.match(await runStep(bookShipment, first.order, run), { actionStatus: 'Warning', message: /booked already/ })
  t.equal(asked.length, 2)
})

t.test(
  'given a shipment with a tracking number, when the step runs, then it is not booked again; the run of one shipment books only that one',
  async (t) => {
    const { asked, run } = carrier()
    const numbered = order({ shipments: [{ ...shipments[0], shipmentTrackingNumber: 'OWN' }, shipments[1] as object] })
    t.match(await runStep(bookShipment, numbered, { ...run, shipmentId: 'A' }), { actionStatus: 'Warning' })
    const outcome = await runStep(bookShipment, numbered, run)
    t.match(outcome.order.orderForm.shipments, [{ shipmentTrackingNumber: 'OWN' }, { shipmentTrackingNumber: 'T1' }])
    t.equal(asked.length, 1)
  },
)

t.test('given an order without shipments, when BookShipment runs, then one with all lines is booked', async (t) => {
  const { asked, run } = carrier()
  const outcome = await runStep(bookShipment, order({}), run)
  t.match(asked, [{ shipmentId: '1', lineItems: [{ quantity: 2 }, { quantity: 1 }] }])
  t.match(outcome.order.orderForm.shipments, [{ shipmentId: '1', shipmentTrackingNumber: 'T1' }])
})

t.test(
  'given a carrier that refuses one shipment, when the step runs, then it fails and the next shipment is booked',
  async (t) => {
    const { asked, run } = carrier({ outcome: 'refused', reason: 'Too heavy.' })
    const outcome = await runStep(bookShipment, order(), run)
    t.match(outcome, { actionStatus: 'Error', errorReason: 'Shipment "A": Too heavy.' })
    t.match(outcome.order.orderForm.shipments, [{ shipmentTrackingNumber: null }, { shipmentTrackingNumber: 'T1' }])
    t.equal(asked.length, 2)
    const again = await runStep(bookShipment, outcome.order, run)
    t.match(again, { actionStatus: 'Success', order: { orderForm: { shipments: [{ shipmentTrackingNumber: 'T1' }, {}] } } })
    t.equal(asked[2]?.shipmentId, 'A')
    t.not(asked[2]?.idempotencyKey, asked[0]?.idempotencyKey, 'what was refused is refused permanently')
  },
)

t.test('given a carrier that does not respond, when the step runs again, then the same booking is requested', async (t) => {
  const { asked, run } = carrier({ outcome: 'unreachable', reason: 'Lost.' })
  const first = await runStep(bookShipment, order(), run)
  t.match(first, { actionStatus: 'Error', errorReason: 'Shipment "A": Lost.' })
  t.equal(asked.length, 1, 'a carrier that is unreachable is not asked for the next')
  t.equal((await runStep(bookShipment, first.order, run)).actionStatus, 'Success')
  t.same(asked[1], asked[0])
  t.not(asked[2]?.idempotencyKey, asked[0]?.idempotencyKey)
})

t.test('given a carrier that never responds, when the timeout of the step ends, then the step fails', async (t) => {
  const shipping = () => ({ book: () => new Promise<BookingResult>(() => undefined) })
  const outcome = await runStep(bookShipment, order(), { connectors: { shipping }, timeoutMs: 30 })
  t.match(outcome, { actionStatus: 'Error', errorReason: /no response from the carrier within 30 ms/ })
})

t.test('given a manual connector, when BookShipment runs twice, then there is one booking without a number', async (t) => {
  const first = await runStep(bookShipment, order(), { connector: 'manual-shipping' })
  t.match(first.order.orderForm.shipments[0], {
    shipmentTrackingNumber: null,
    externalIds: [{ providerName: 'manual-shipping', id: /^manual-/ }],
  })
  t.match(await runStep(bookShipment, first.order, { connector: 'manual-shipping' }), { actionStatus: 'Warning' })
})
