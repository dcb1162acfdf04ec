import t from 'tap'
import { amountsOfTotal, returnedAmount } from './order-amounts.ts'

t.test('given discounts of goods and shipping, when the total is explained, then the amounts add up to it', async (t) => {
  const order = {
    subTotal: 900,
    shippingSubTotal: 50,
    shippingDiscountTotal: 20,
    discountTotalIncVat: 120,
    total: 940.5,
    netTotal: 840.5,
    orderForm: { handlingTotal: 10, grossRoundoff: 0.5, lineItems: [{ quantity: 1, canceledQuantity: 0 }] },
  }
  const amounts = amountsOfTotal(order)
  t.same(Object.fromEntries(amounts.map(({ name, amount }) => [name, amount])), {
    goods: 1000,
    shipping: 50,
    handling: 10,
    discount: -120,
    rounding: 0.5,
  })
  t.equal(
    amounts.reduce((sum, { amount }) => sum + amount, 0),
    order.total,
  )
  t.equal(returnedAmount(order), -100)
})

t.test('given an order that is cancelled whole, when the total is explained, then every amount is zero', async (t) => {
  const nothing = { subTotal: 0, shippingSubTotal: 0, shippingDiscountTotal: 0, discountTotalIncVat: 0, total: 0, netTotal: 0 }
  const lineItems = [{ quantity: 2, canceledQuantity: 2 }]
  const amounts = amountsOfTotal({ ...nothing, orderForm: { handlingTotal: 10, grossRoundoff: -0.4, lineItems } })
  for (const { name, amount } of amounts) t.equal(Math.abs(amount), 0, name)
})
