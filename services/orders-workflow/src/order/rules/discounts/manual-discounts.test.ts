import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { calculateTotals } from '../totals/order-totals.ts'

const created = (form: SampleForm) => calculateTotals(sampleOrder(form), sampleTerms)

/** What a client gets when it reads an order, changes its only line and sends everything back. */
function sentBack(stored: Order, change: (line: OrderLine) => Partial<OrderLine>): OrderLine | undefined {
  const read = JSON.parse(JSON.stringify(stored)) as Order
  const lineItems = read.orderForm.lineItems.map((line) => ({ ...line, ...change(line) }))
  const sent = { ...read, orderForm: { ...read.orderForm, lineItems } }
  return calculateTotals(sent, { ...sampleTerms, previous: stored }).orderForm.lineItems[0]
}

const tenPerUnit = { rewardType: 'Money', discountValue: 10 } as const
const line = { placedPrice: 100, quantity: 2, discounted: 50 }

t.test('given a stated discount without an object, when totals are calculated, then it stays up to the line value', async (t) => {
  t.match(created({ lineItems: [line] }).orderForm.lineItems[0], {
    discounted: 50,
    lineItemDiscountAmount: 0,
    extendedPrice: 150,
  })
  t.match(created({ lineItems: [{ ...line, discounted: 500 }] }).orderForm.lineItems[0], { discounted: 200, extendedPrice: 0 })
  t.match(created({ lineItems: [{ ...line, discounted: -5 }] }).orderForm.lineItems[0], { discounted: 0 })
})

t.test(
  'given a discount above its discount objects, when totals are calculated, then the excess is the manual part',
  async (t) => {
    const orderLineDiscounts = [{ ...tenPerUnit, discountAmount: 49 }]
    const order = created({ lineItems: [{ ...line, orderLineDiscounts, lineItemDiscountAmount: 50 }] })
    t.match(order.orderForm.lineItems[0], { discounted: 50, lineItemDiscountAmount: 20 })
    t.match(created({ lineItems: [{ ...line, discounted: 15, orderLineDiscounts }] }).orderForm.lineItems[0], { discounted: 20 })
  },
)

t.test('given a stored order, when it is sent back as it was read, then its discounts are unchanged', async (t) => {
  const stored = created({
    lineItems: [{ ...line, orderLineDiscounts: [tenPerUnit] }],
    discounts: [{ discountType: 'LineItem', rewardType: 'Percentage', discountValue: 10, priority: 1 }],
  })
  t.match(stored.orderForm.lineItems[0], { discounted: 50, lineItemDiscountAmount: 38 })
  t.match(
    sentBack(stored, () => ({})),
    { discounted: 50, lineItemDiscountAmount: 38 },
  )
  t.match(created(stored.orderForm as SampleForm).orderForm.lineItems[0], { discounted: 50, lineItemDiscountAmount: 38 })
})

t.test('given a manual part, when a discount object is removed or added, then only the part of the object changes', async (t) => {
  const stored = created({ lineItems: [{ ...line, orderLineDiscounts: [tenPerUnit] }] })
  t.match(
    sentBack(stored, () => ({ orderLineDiscounts: [] })),
    { discounted: 30, lineItemDiscountAmount: 0 },
  )
  const twice = ({ orderLineDiscounts: [discount] }: OrderLine) => ({
    orderLineDiscounts: [discount, discount] as OrderLine['orderLineDiscounts'],
  })
  t.match(sentBack(stored, twice), { discounted: 70, lineItemDiscountAmount: 40 })
})

t.test('given a manual part, when the quantity changes, then only the part of the objects changes', async (t) => {
  const stored = created({ lineItems: [{ ...line, orderLineDiscounts: [tenPerUnit] }] })
  t.match(
    sentBack(stored, () => ({ quantity: 5 })),
    { discounted: 80, lineItemDiscountAmount: 50 },
  )
})

t.test('given a stored discount, when another amount is sent, then it replaces it, not below the objects', async (t) => {
  const stored = created({ lineItems: [{ ...line, orderLineDiscounts: [tenPerUnit] }] })
  t.match(
    sentBack(stored, () => ({ discounted: 60 })),
    { discounted: 60, lineItemDiscountAmount: 20 },
  )
  t.match(
    sentBack(stored, () => ({ discounted: 0 })),
    { discounted: 20, lineItemDiscountAmount: 20 },
  )
})

t.test('given a stored discount object, when an equal flat amount replaces it, then the amount stays', async (t) => {
  const stored = created({ lineItems: [{ placedPrice: 100, quantity: 2, orderLineDiscounts: [tenPerUnit] }] })
  const fresh = sampleOrder({ lineItems: [{ placedPrice: 100, quantity: 2, discounted: 20 }] })
  const replaced = calculateTotals(fresh, { ...sampleTerms, previous: stored })
  t.match(replaced.orderForm.lineItems[0], { discounted: 20, lineItemDiscountAmount: 0 })
})

t.test('given a manual shipment discount, when totals are calculated, then it follows the rules of lines', async (t) => {
  const half = { discountType: 'Shipping', rewardType: 'Percentage', discountValue: 50 } as const
  const tenOff = { discountType: 'Shipping', rewardType: 'Money', discountValue: 10 } as const
  const lineItems = [{ placedPrice: 100 }]
  const stored = created({
    lineItems,
    discounts: [tenOff],
    shipments: [{ shippingSubTotal: 50, shippingDiscountAmount: 35, discounts: [half] }],
  })
  t.match(stored.orderForm.shipments[0], { shippingDiscountAmount: 35, shippingTotal: 15 })
  const sent = (change: (shipment: Shipment) => Partial<Shipment>, form = {}) => {
    const shipments = stored.orderForm.shipments.map((shipment) => ({ ...shipment, ...change(shipment) }))
    const order = { ...stored, orderForm: { ...stored.orderForm, shipments, ...form } }
    return calculateTotals(order, { ...sampleTerms, previous: stored }).orderForm.shipments[0]
  }
  t.match(
    sent(() => ({})),
    { shippingDiscountAmount: 35 },
  )
  t.match(
    sent(() => ({ discounts: [] })),
    { shippingDiscountAmount: 10 },
  )
  t.match(
    sent(() => ({}), { discounts: [] }),
    { shippingDiscountAmount: 25 },
  )
  t.match(
    sent(() => ({ shippingDiscountAmount: 40, discounts: [] })),
    { shippingDiscountAmount: 40 },
  )
  t.match(created({ lineItems, shipments: [{ shippingSubTotal: 50, shippingDiscountAmount: 80 }] }).orderForm.shipments[0], {
    shippingTotal: 0,
  })
})
