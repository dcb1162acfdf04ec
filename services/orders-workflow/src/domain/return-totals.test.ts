import type { Order } from '@oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, type SampleOrder, sampleOrder, sampleTerms } from '../testing/sample-order.ts'
import { assertInvariants } from './order-invariants.ts'
import { calculateTotals } from './order-totals.ts'

function calculated(form: SampleForm, order: SampleOrder): Order {
  const result = calculateTotals(sampleOrder(form, order), sampleTerms)
  assertInvariants(result)
  return result
}

t.test('a return form is worth the units it takes back, and lowers what the order comes to', async (t) => {
  const returned = (quantity: number, rest = {}) => ({ lineItems: [{ lineItemId: '1', quantity }], ...rest }) as never
  const lines = [{ placedPrice: 33.35, quantity: 3, deliveredQuantity: 3, taxRate: 25 }]
  const order = calculated({ lineItems: lines }, { returnOrderForms: [returned(1, { shippingCreditedTotal: 10 }), returned(2)] })
  t.match(order.returnOrderForms[0], { subTotal: 33.35, shippingTotal: 10, total: 43.35, taxTotal: 8.67, totalExclTax: 34.68 })
  t.match(order.returnOrderForms[1], { total: 66.7 })
  t.match(order, { total: 100.05, netTotal: -10, remainingPayment: 0 })
  t.equal(order.orderForm.shippingCreditedTotal, 10)
  t.equal(order.orderForm.lineItems[0]?.creditedAmount, 100.05)
})

t.test('an agreed credit stands, charges are subtracted, a cancelled form counts nothing', async (t) => {
  const line = (rest = {}) => ({ lineItemId: '1', quantity: 1, ...rest })
  const forms = [
    { lineItems: [line({ creditedAmount: 20 })], returnCharges: [{ amount: 5, key: 'shipping' }] },
    { lineItems: [line()], status: 'Cancelled' },
  ]
  const order = calculated({ lineItems: [{ placedPrice: 50, quantity: 2 }] }, { returnOrderForms: forms as never })
  t.match(order.returnOrderForms[0], { subTotal: 20, total: 15, taxTotal: 3 })
  t.match(order.returnOrderForms[1], { total: 80 })
  t.match(order, { netTotal: 85, netTotalExclTax: 68 })
  t.equal(order.orderForm.lineItems[0]?.creditedAmount, 20)
})

t.test('calculating again changes nothing', async (t) => {
  const forms = [
    {
      lineItems: [{ lineItemId: '1', quantity: 1, taxRate: 12 }],
      handlingTotal: 3.333,
      grossRoundoff: 0.5,
      returnCharges: [{ amount: 1 }],
    },
  ]
  const order = calculated({ lineItems: [{ placedPrice: 9.99, quantity: 3 }] }, { returnOrderForms: forms as never })
  t.strictSame(calculateTotals(order, { ...sampleTerms, previous: order }), order)
})

t.test('all units together give the whole, and no more, whatever they are returned in', async (t) => {
  const returned = (quantity: number) => ({ lineItems: [{ lineItemId: '1', quantity }] })
  const lines = [{ placedPrice: 10, quantity: 3, discounted: 20 }]
  const order = calculated({ lineItems: lines }, { returnOrderForms: [1, 1, 1, 1].map(returned) as never })
  t.strictSame(
    order.returnOrderForms.map(({ total }) => total),
    [3.33, 3.34, 3.33, 0],
  )
})

t.test('a line that the order never had is worth its price', async (t) => {
  const returnOrderForms = [{ lineItems: [{ lineItemId: 'other', quantity: 2, placedPrice: 12.5 }] }] as never
  t.match(calculated({ lineItems: [{ placedPrice: 100 }] }, { returnOrderForms }).returnOrderForms[0], { total: 25, taxTotal: 5 })
})
