import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { assertInvariants } from '../../../order/rules/invariants.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { cancelLines } from './order-lines-canceled.ts'

const now = '2026-03-02T12:00:00.000Z'
const line = (lineItemId: string, quantity: number, deliveredQuantity = 0) => ({
  lineItemId,
  quantity,
  deliveredQuantity,
  placedPrice: 100,
})
const canceledQuantities = ({ orderForm }: Order) =>
  [orderForm, ...orderForm.shipments].map(({ lineItems }) => lineItems.map((item) => item.canceledQuantity))

t.test('given a partly delivered line, when it is cancelled, then the rest is cancelled and dated', async (t) => {
  const { order, lines } = cancelLines(sampleOrder({ lineItems: [line('a', 5, 2), line('b', 1)] }), ['a'], now)
  t.match(order.orderForm.lineItems, [
    { canceledQuantity: 3, canceledDate: now },
    { canceledQuantity: 0, canceledDate: null },
  ])
  t.match(lines, [{ lineItemId: 'a', canceledQuantity: 0 }], 'the lines as they were')
  t.strictSame(order.orderForm.shipments, [])
})

t.test('given a line in two shipments, when it is cancelled, then each cancels its own open part', async (t) => {
  const whole = sampleOrder({
    lineItems: [line('a', 6, 1), line('b', 1)],
    shipments: [{ lineItems: [line('a', 2, 1), line('b', 1)] }, { lineItems: [line('a', 4)] }],
  })
  const { order } = cancelLines(whole, ['a'], now)
  t.strictSame(canceledQuantities(order), [[5, 0], [1, 0], [4]])
  t.match(order.orderForm.shipments[1]?.lineItems[0], { canceledDate: now, quantity: 4 })
  t.doesNotThrow(() => assertInvariants(calculateTotals(order, sampleTerms)))
})

t.test('given shipments, when all lines of one are cancelled, then it becomes Cancelled and the others do not', async (t) => {
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

t.test('given a cancelled, delivered or unknown line, when it is cancelled, then nothing changes', async (t) => {
  const { order } = cancelLines(sampleOrder({ lineItems: [line('a', 5, 2), line('b', 1, 1)], shipments: [{}] }), ['a'], now)
  const again = cancelLines(order, ['a', 'b', 'nobody'], '2026-03-03T12:00:00.000Z')
  t.equal(again.order, order)
  t.strictSame(again.lines, [])
})

t.test('given a line that is named twice, when lines are cancelled, then it is cancelled once', async (t) => {
  t.equal(cancelLines(sampleOrder({ lineItems: [line('a', 1)] }), ['a', 'a'], now).lines.length, 1)
})

t.test('given quantities with decimals, when the rest is cancelled, then it has its decimals', async (t) => {
  const { order } = cancelLines(sampleOrder({ lineItems: [line('a', 0.3, 0.1)] }), ['a'], now)
  t.equal(order.orderForm.lineItems[0]?.canceledQuantity, 0.2)
})
