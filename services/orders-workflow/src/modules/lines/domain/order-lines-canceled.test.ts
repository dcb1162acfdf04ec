import type { Order } from '@oms/contracts/orders/order'
import t from 'tap'
import { assertInvariants } from '../../../order/invariants.ts'
import { calculateTotals } from '../../../order/totals/order-totals.ts'
import { sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { cancelLines } from './order-lines-canceled.ts'

const now = '2026-03-02T12:00:00.000Z'
const line = (lineItemId: string, quantity: number, deliveredQuantity = 0) => ({
  lineItemId,
  quantity,
  deliveredQuantity,
  placedPrice: 100,
})
const quantitiesOf = ({ orderForm }: Order) =>
  [orderForm, ...orderForm.shipments].map(({ lineItems }) => lineItems.map((item) => item.canceledQuantity))

t.test('what is not delivered is cancelled, and dated', async (t) => {
  const { order, lines } = cancelLines(sampleOrder({ lineItems: [line('a', 5, 2), line('b', 1)] }), ['a'], now)
  t.match(order.orderForm.lineItems, [
    { canceledQuantity: 3, canceledDate: now },
    { canceledQuantity: 0, canceledDate: null },
  ])
  t.match(lines, [{ lineItemId: 'a', canceledQuantity: 0 }], 'the lines as they were')
  t.strictSame(order.orderForm.shipments, [])
})

t.test('in every shipment, each its own open part', async (t) => {
  const whole = sampleOrder({
    lineItems: [line('a', 6, 1), line('b', 1)],
    shipments: [{ lineItems: [line('a', 2, 1), line('b', 1)] }, { lineItems: [line('a', 4)] }],
  })
  const { order } = cancelLines(whole, ['a'], now)
  t.strictSame(quantitiesOf(order), [[5, 0], [1, 0], [4]])
  t.match(order.orderForm.shipments[1]?.lineItems[0], { canceledDate: now, quantity: 4 })
  t.doesNotThrow(() => assertInvariants(calculateTotals(order, sampleTerms)))
})

t.test('a shipment all of whose lines are cancelled becomes Cancelled, another does not', async (t) => {
  const whole = sampleOrder({
    lineItems: [line('a', 4, 1), line('b', 1), line('c', 1)],
    shipments: [
      { lineItems: [line('a', 2, 1)], status: 'Packing' },
      { lineItems: [line('a', 2)], status: 'Packing' },
      { lineItems: [line('b', 1), line('c', 1)], status: 'Packing' },
      { lineItems: [], status: 'Packing' },
    ],
  })
  const statusesAfter = (order: Order) => order.orderForm.shipments.map(({ status }) => status)
  const { order } = cancelLines(whole, ['a', 'b'], now)
  t.strictSame(statusesAfter(order), ['Packing', 'Cancelled', 'Packing', 'Packing'])
  t.strictSame(statusesAfter(cancelLines(order, ['c'], now).order), ['Packing', 'Cancelled', 'Cancelled', 'Packing'])
})

t.test('again, or of a line that is delivered or unknown, it changes nothing', async (t) => {
  const { order } = cancelLines(sampleOrder({ lineItems: [line('a', 5, 2), line('b', 1, 1)], shipments: [{}] }), ['a'], now)
  const again = cancelLines(order, ['a', 'b', 'nobody'], '2026-03-03T12:00:00.000Z')
  t.equal(again.order, order)
  t.strictSame(again.lines, [])
})

t.test('a line that is named twice is cancelled once', async (t) => {
  t.equal(cancelLines(sampleOrder({ lineItems: [line('a', 1)] }), ['a', 'a'], now).lines.length, 1)
})

t.test('quantities keep their decimals', async (t) => {
  const { order } = cancelLines(sampleOrder({ lineItems: [line('a', 0.3, 0.1)] }), ['a'], now)
  t.equal(order.orderForm.lineItems[0]?.canceledQuantity, 0.2)
})
