import { breakdownKinds } from '@open-oms/contracts/orders/payment-event-data'
import fc from 'fast-check'
import t from 'tap'
import { builtPosting } from '../../../testing/built-posting.ts'
import { aContext, anAccount, aPart, aTransaction, chartWith } from '../../../testing/sample-postings.ts'
import type { PaymentTransaction } from '../../payments/domain/payment-transaction.ts'
import { postingText } from './canonical-text.ts'
import { lineImbalance, type PostingContent } from './posting-content.ts'

const charts = [chartWith(anAccount('RentalSales', '3600'))]
const chartsWithDiscount = [chartWith(anAccount('Discount', '3080'))]

/** Amounts in whole minor units of currencies with 0 to 4 decimals. */
const cents = fc.integer({ min: -1_000_000, max: 5_000_000 })
const part = fc.record({
  kind: fc.constantFrom(...breakdownKinds),
  net: cents,
  vatAmount: fc.integer({ min: -200_000, max: 1_000_000 }),
  vatRate: fc.constantFrom(0, 12, 15, 25, null),
  taxGroupCode: fc.constantFrom('normal', 'exempt', null),
  isRental: fc.boolean(),
})
const payment = fc.record({
  order: fc.integer({ min: 1, max: 5 }),
  transactionType: fc.constantFrom('Capture', 'Sale', 'Invoiced', 'Credit'),
  method: fc.constantFrom('Card', 'Vipps', 'GiftCard', 'Invoice'),
  invoiceNumber: fc.constantFrom('F-1', 'F-2', null),
  creditNoteNumber: fc.constantFrom('K-1', null),
  parts: fc.array(part, { maxLength: 6 }),
  /** The difference to the amount, for payments whose breakdown does not add up. */
  off: fc.constantFrom(0, 0, 0, 1, -37),
})
const exponent = fc.constantFrom(0, 2, 3, 4)
const days = fc.tuple(fc.array(payment, { minLength: 1, maxLength: 12 }), exponent)

type Sample = typeof days extends fc.Arbitrary<infer T> ? T : never

function toTransactions([payments, decimals]: Sample): PaymentTransaction[] {
  const scale = 10 ** decimals
  return payments.map(({ order, parts, off, ...fields }, index) => ({
    ...aTransaction(),
    ...fields,
    orderId: `order-${order}`,
    paymentId: `payment-${index}`,
    amount: String((parts.reduce((sum, { net, vatAmount }) => sum + net + vatAmount, 0) + off) / scale),
    breakdown: parts.map(({ kind, net, vatAmount, ...more }) =>
      aPart(kind, net / scale, { vatAmount: vatAmount / scale, ...more }),
    ),
  }))
}

function build(transactions: Iterable<PaymentTransaction>, context = aContext({ charts })): PostingContent {
  const built = builtPosting(transactions, context)
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  return built.content
}

t.test('given any payments, when they are booked, then debit equals credit and each line has one side above zero', async (t) => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(days, fc.boolean(), fc.boolean(), (sample, roundToWholeUnits, hasDiscount) => {
        const settings = { ...aContext().settings, roundToWholeUnits }
        const content = build(toTransactions(sample), aContext({ charts: hasDiscount ? chartsWithDiscount : charts, settings }))
        const isOneSided = content.lines.every(
          ({ debit, credit }) => debit.isZero() !== credit.isZero() && !debit.isNegative() && !credit.isNegative(),
        )
        return isOneSided && lineImbalance(content.lines).isZero() && content.totalDebit.equals(content.totalCredit)
      }),
    ),
  )
})

t.test('given payments in any order, when they are booked, then the canonical text is the same', async (t) => {
  const shuffled = days.chain((sample) => {
    const transactions = toTransactions(sample)
    return fc.tuple(fc.constant(transactions), fc.shuffledSubarray(transactions, { minLength: transactions.length }))
  })
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(shuffled, ([transactions, others]) => {
        const text = postingText(build(transactions))
        return text === postingText(build(transactions)) && text === postingText(build(others))
      }),
    ),
  )
})

t.test('given any payments, when they are booked, then debit less credit of payment accounts is the amount paid', async (t) => {
  const paymentCategories = new Set(['PaymentMethod', 'Receivable', 'RefundPaymentMethod'])
  const withoutGiftCards = aContext({ charts, giftCardMethods: new Set() })
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(days, (sample) => {
        const transactions = toTransactions(sample)
        const paid = transactions.reduce(
          (sum, { amount, transactionType }) => sum + Number(amount) * (transactionType === 'Credit' ? -1 : 1),
          0,
        )
        const lines = build(transactions, withoutGiftCards).lines.filter((line) => paymentCategories.has(line.category))
        return lineImbalance(lines).toFixed(4) === (Math.round(paid * 1e4) / 1e4 || 0).toFixed(4)
      }),
    ),
  )
})
