import { type Minor, sum, toMinor } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { capturedRests } from '../../../order/rules/payments/authorised-rest.ts'
import { linePart } from '../../../order/rules/payments/paid-parts.ts'
import { withMissingAllocations } from '../../../order/rules/payments/published-allocations.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { capture } from '../../../testing/payments/payment-histories.ts'
import { sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { takeFromPayers } from './refund-payers.ts'

const cents = (max: number) => fc.integer({ min: 1, max })

/** An order whose lines are paid by payments that name one line or none. */
const paidOrder = fc
  .record({
    prices: fc.array(cents(50_000), { minLength: 1, maxLength: 5 }),
    payments: fc.array(fc.record({ amount: cents(60_000), line: fc.nat(5) }), { minLength: 1, maxLength: 6 }),
  })
  .map(({ prices, payments }) => {
    const sent = payments.map(({ amount, line }, index) =>
      capture(`p${index}`, amount / 100, line < prices.length ? { orderLineReferences: [{ lineItemId: String(line + 1) }] } : {}),
    )
    const lineItems = prices.map((price) => ({ placedPrice: price / 100, taxRate: 25 }))
    return calculateTotals(sampleOrder({ lineItems, payments: sent }), sampleTerms)
  })

t.test(
  'given any payments, when an amount is refunded, then it is taken whole and no payment gives more than it has',
  async (t) => {
    const property = fc.property(
      paidOrder,
      cents(300_000),
      fc.array(cents(50_000), { maxLength: 5 }),
      (order, amount, credits) => {
        const payers = { allocations: withMissingAllocations(order, [], sampleTerms), exponent: 2 }
        const parts = new Map(credits.map((credit, index) => [linePart(String(index + 1)), credit as Minor]))
        const rests = capturedRests(order, 2)
        const taken = takeFromPayers(order, rests, { amount: amount as Minor, parts, payers })
        const available = sum(rests.map(({ rest }) => rest))
        return (
          sum(taken.map((one) => one.amount)) === Math.min(amount, available) &&
          taken.every((one) => one.amount > 0 && one.amount <= toMinor(one.payment.amount, 2))
        )
      },
    )
    t.doesNotThrow(() => fc.assert(property, { numRuns: propertyRuns(300) }))
  },
)

t.test('given a payment of the price of each line, when lines are refunded, then each by its own payment', async (t) => {
  const prices = fc.array(cents(50_000), { minLength: 1, maxLength: 6 })
  const property = fc.property(prices, fc.infiniteStream(fc.nat(100)), (amounts, portions) => {
    const lineItems = amounts.map((price) => ({ placedPrice: price / 100, taxRate: 25 }))
    const payments = amounts.map((price, index) =>
      capture(`p${index}`, price / 100, { orderLineReferences: [{ lineItemId: String(index + 1) }] }),
    )
    const order = calculateTotals(sampleOrder({ lineItems, payments }), sampleTerms)
    const payers = { allocations: withMissingAllocations(order, [], sampleTerms), exponent: 2 }
    const credits = amounts.map((price) => Math.floor((price * (portions.next().value ?? 0)) / 100) as Minor)
    const parts = new Map(credits.map((credit, index) => [linePart(String(index + 1)), credit]))
    const taken = takeFromPayers(order, capturedRests(order, 2), { amount: sum(credits), parts, payers })
    const byPayment = new Map(taken.map((one) => [one.payment.id, one.amount]))
    return credits.every((credit, index) => (byPayment.get(`p${index}`) ?? 0) === credit)
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: propertyRuns(300) }))
})
