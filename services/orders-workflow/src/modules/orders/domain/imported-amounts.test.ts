import type { Order } from '@open-oms/contracts/orders/order'
import fc from 'fast-check'
import t from 'tap'
import { changedFields } from '../../../order/rules/context/changed-fields.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { withImportedAmounts } from './imported-amounts.ts'

const calculated = (order: Order) => calculateTotals(order, sampleTerms)
const line = { quantity: 2, placedPrice: 50, taxRate: 25 }

t.test('given an order that was calculated here, when it is imported again, then all of its amounts are unchanged', async (t) => {
  fc.assert(
    fc.property(randomOrder, (order) => {
      const whole = calculateTotals(order, { ...sampleTerms, currency: order.billingCurrency as string })
      return changedFields(whole, withImportedAmounts(whole, whole as unknown as OrderInput)).length === 0
    }),
  )
  t.pass('it held')
})

t.test('given amounts that are not sent, when an order is imported, then they are calculated', async (t) => {
  const order = calculated(sampleOrder({ lineItems: [line] }))
  t.same(withImportedAmounts(order, {}), order)
  t.same(withImportedAmounts(order, { orderForm: {} }), order)
})

t.test('given amounts of the order or of its form, when only one is sent, then both have it', async (t) => {
  const order = calculated(sampleOrder({ lineItems: [line] }))
  const amounts = { taxTotal: 19.99, totalExclTax: 80.01, subTotalExclTax: 80.01 }
  const lineItems = [{ extendedPriceExclTax: 80.01, taxTotal: 19.99 }]
  for (const sent of [{ ...amounts, orderForm: { lineItems } }, { orderForm: { ...amounts, lineItems } }]) {
    const kept = withImportedAmounts(order, sent)
    t.match([kept, kept.orderForm], [amounts, amounts])
  }
})

const unbalanced: Record<string, OrderInput> = {
  'a total that is not its parts': { orderForm: { total: 99 } },
  'an order that differs from its form': { total: 99 },
  'a line whose tax is not the difference': { orderForm: { lineItems: [{ taxTotal: 1 }] } },
  'a shipment that is not the sum of its lines': { orderForm: { shipments: [{ subTotal: 99 }] } },
  'shares that are not the discount': { orderForm: { discountAmount: 5 } },
  'a remaining payment below zero': { remainingPayment: -1 },
}
for (const [what, sent] of Object.entries(unbalanced)) {
  t.test(`given ${what}, when an order is imported with its amounts, then it is refused`, async (t) => {
    const order = calculated(sampleOrder({ lineItems: [line], shipments: [{}] }))
    t.throws(() => withImportedAmounts(order, sent), { message: /^orderForm has amounts that do not add up: / })
  })
}

t.test('given amounts whose sum is too large, when an order is imported, then the error says so', async (t) => {
  const order = calculated(sampleOrder({ lineItems: [line, line] }))
  const large = {
    extendedPrice: 999_999_999_999,
    extendedPriceExclTax: 999_999_999_999,
    discountedPrice: 999_999_999_999,
    taxTotal: 0,
  }
  t.throws(() => withImportedAmounts(order, { orderForm: { lineItems: [large, large] } }), { message: /^orderForm is too large/ })
})

t.test('given quantities that do not fit, when an order is imported, then the error says so', async (t) => {
  const order = calculated(sampleOrder({ lineItems: [{ ...line, deliveredQuantity: 3 }] }))
  t.throws(() => withImportedAmounts(order, {}), { message: /3 delivered/ })
})
