import t from 'tap'
import { type Exchange, exchangeMoney, exchangeProblem, newExchange, toExchangeRequest } from './exchange.ts'

const cup = { lineItemId: '1', units: 1, reason: 'Wrong size', isRestocked: true }
const jug = { id: '1', code: 'JUG', name: 'Jug', quantity: 2, listPrice: 75, price: 75, discount: null, reason: '' }
const exchange: Exchange = { returned: [cup], wanted: [jug], isHere: false }

t.test('given an exchange, when something is missing, then it cannot be sent', async (t) => {
  t.equal(exchangeProblem(newExchange), 'returned')
  t.equal(exchangeProblem({ ...exchange, wanted: [] }), 'wanted')
  t.equal(exchangeProblem({ ...exchange, wanted: [{ ...jug, quantity: null }] }), 'quantity')
  t.equal(exchangeProblem({ ...exchange, wanted: [{ ...jug, price: 70 }] }), 'reason')
  t.equal(exchangeProblem({ ...exchange, wanted: [{ ...jug, price: 70, reason: 'Goodwill' }] }), null)
})

t.test('given an exchange, when it is sent, then it has both sides, and the status where the goods are there', async (t) => {
  const request = toExchangeRequest(exchange, 'Completed')
  t.same(request, {
    returns: [{ lineItemId: '1', returnQuantity: 1, isStockUpdated: true, returnReason: 'Wrong size' }],
    creditPayment: true,
    exchangeOrderOptions: {
      exchangeOrderLines: [{ lineItemId: '1', code: 'JUG', displayName: 'Jug', quantity: 2, placedPrice: 75 }],
    },
  })
  t.equal(toExchangeRequest({ ...exchange, isHere: true }, 'Completed').status, 'Completed')
  t.notOk('status' in toExchangeRequest({ ...exchange, isHere: true }, null), 'no status is for it')
  const discounted = { ...exchange, wanted: [{ ...jug, discount: 10, reason: ' Loyal ' }] }
  t.match(toExchangeRequest(discounted, null).exchangeOrderOptions?.exchangeOrderLines, [
    { modifiedReason: 'Loyal', orderLineDiscounts: [{ discountName: 'Loyal', discountValue: 10, skuIds: ['JUG'] }] },
  ])
})

t.test('given what comes back and what is wanted, when it is compared, then the difference is paid or refunded', async (t) => {
  const money = (worth: number, line: object = {}, refundable = worth) =>
    exchangeMoney({ ...exchange, wanted: [{ ...jug, ...line }] }, { worth, refundable, exponent: 2 })
  t.same(money(150), { price: 150, due: 0, refund: 0 })
  t.same(money(100), { price: 150, due: 50, refund: 0 })
  t.same(money(190.5), { price: 150, due: 0, refund: 40.5 })
  t.same(money(150, { discount: 10 }), { price: 135, due: 0, refund: 15 })
  t.same(money(150, { quantity: 3, price: 33.33 }), { price: 99.99, due: 0, refund: 50.01 })
  t.same(money(150, {}, 20), { price: 150, due: 130, refund: 0 }, 'no more settles than was captured and not refunded')
})
