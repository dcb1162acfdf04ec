import { Decimal } from '@open-oms/money/decimal'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { builtPosting } from '../../../testing/built-posting.ts'
import { aContext, aPart, aTransaction } from '../../../testing/sample-postings.ts'
import { type Correction, changesSince, correctionLines, firstOpenDay, reversed, summed, toLineChange } from './correction.ts'
import { lineImbalance, type PostingLine } from './posting-content.ts'

const cents = fc.integer({ min: -10_000, max: 50_000 }).map((whole) => whole / 100)
const payment = fc.record({
  transactionType: fc.constantFrom('Sale', 'Credit'),
  method: fc.constantFrom('Card', 'Vipps'),
  net: cents,
  vatAmount: cents,
  vatRate: fc.constantFrom(0, 15, 25),
})

/** The lines of a day of payments. */
const linesOfDay = fc.array(payment, { maxLength: 8 }).map((payments): readonly PostingLine[] => {
  const transactions = payments.map(({ net, vatAmount, vatRate, ...fields }, index) =>
    aTransaction({
      ...fields,
      orderId: `order-${index}`,
      amount: new Decimal(net).plus(vatAmount).toFixed(),
      breakdown: [aPart('Sales', net, { vatAmount, vatRate })],
    }),
  )
  const built = builtPosting(transactions, aContext())
  return built.kind === 'posting' ? built.content.lines : []
})

const toLineChanges = (lines: readonly PostingLine[]) => lines.map(toLineChange)
const origin = { fromDay: '2026-01-15', zReportNumber: null }

t.test(
  'given a reconciled posting, when its day changes twice, then posting and corrections add up to the day and each balances',
  async (t) => {
    fc.assert(
      fc.property(linesOfDay, linesOfDay, linesOfDay, (reconciled, later, last) => {
        const first = changesSince(toLineChanges(reconciled), later)
        const second = changesSince([...toLineChanges(reconciled), ...first], last)
        const booked = [...toLineChanges(reconciled), ...first, ...second]
        const { lines } = correctionLines([...first, ...second].map((change) => ({ ...change, ...origin })))
        const isOneSided = lines.every(
          ({ debit, credit }) => debit.isZero() !== credit.isZero() && !debit.plus(credit).isNegative(),
        )
        return (
          lineImbalance(lines).isZero() &&
          isOneSided &&
          changesSince(booked, last).length === 0 &&
          lineImbalance(correctionLines(first.map((change) => ({ ...change, ...origin }))).lines).isZero()
        )
      }),
      { numRuns: propertyRuns(200) },
    )
    t.pass()
  },
)

t.test('given a line whose columns come in another sequence, when it is compared, then it is the same line', async (t) => {
  const built = builtPosting([aTransaction()], aContext())
  const lines = built.kind === 'posting' ? built.content.lines : []
  const turned = lines.map((line) => Object.fromEntries(Object.entries(line).reverse()) as PostingLine)
  t.equal(lines.length, 3)
  t.same(changesSince(toLineChanges(turned), lines), [])
})

t.test(
  'given corrections of several days and Z-reports, when they are booked, then each has a line that names its origin',
  async (t) => {
    const built = builtPosting([aTransaction()], aContext())
    const [first] = built.kind === 'posting' ? built.content.lines : []
    const change = toLineChange(first as PostingLine)
    const corrections = correctionLines([
      { ...change, ...origin },
      { ...change, ...origin },
      { ...change, fromDay: '2026-01-14', zReportNumber: 7 },
      { ...change, fromDay: '2026-01-13', zReportNumber: null },
      { ...reversed(change), fromDay: '2026-01-13', zReportNumber: null },
    ])
    t.same(
      corrections.lines.map(({ debit, description }) => [debit.toNumber(), description]),
      [
        [250, 'PaymentMethod 1500, Card, correction of 2026-01-15'],
        [125, 'PaymentMethod 1500, Card, correction of 2026-01-14, Z-report 7'],
      ],
    )
    t.same(corrections.warnings, [
      'Changes of 2026-01-14, Z-report 7 are booked here: its posting is reconciled.',
      'Changes of 2026-01-15 are booked here: its posting is reconciled.',
    ])
  },
)

t.test('given closed days, when the first open day is read, then it is the next one that is not closed', async (t) => {
  t.equal(firstOpenDay('2026-01-31', []), '2026-02-01')
  t.equal(firstOpenDay('2026-01-31', ['2026-02-01', '2026-02-02', '2026-02-04']), '2026-02-03')
  t.equal(firstOpenDay('9999-12-30', ['9999-12-31']), null)
})

const plainLine = {
  ...{ accountNumber: '3000', accountName: 'Sales', category: 'Sales', vatCode: null, vatRate: 25, taxGroupCode: null },
  ...{ storeId: 'Oslo-01', registerId: null, description: null, customerNumber: null, invoiceNumber: null },
  ...{ creditNoteNumber: null, invoiceDate: null, dueDate: null, kidNumber: null, dimensions: { a: '1', b: '2' } },
} satisfies Omit<PostingLine, 'debit' | 'credit' | 'vatAmount'>

t.test('given changes of one line, when they are added up, then their VAT is too, where one of them has VAT', async (t) => {
  const change = (amount: number, vatAmount: number | null): Correction => ({
    ...{ side: 'credit', line: plainLine, amount: new Decimal(amount) },
    ...{ vatAmount: vatAmount === null ? null : new Decimal(vatAmount), ...origin },
  })
  const vatOf = (...changes: Correction[]) => summed(changes).map(({ vatAmount }) => vatAmount?.toNumber() ?? null)
  t.same(vatOf(change(1, null), change(2, null)), [null])
  t.same(vatOf(change(1, 3), change(2, null)), [3])
  t.same(vatOf(change(1, null), change(2, 4)), [4])
  t.same(vatOf(change(1, 3), change(2, 4)), [7])
  const otherWay = { ...plainLine, dimensions: { b: '2', a: '1' } }
  t.equal(summed([change(1, 1), { ...change(2, 1), line: otherWay }]).length, 1, 'the sequence of columns is no difference')
  t.equal(summed([change(1, 1), { ...change(2, 1), side: 'debit' }]).length, 2, 'sides stay separate')
})

t.test('given a change, when a later day books it, then its VAT has the sign of its side, and it says what it is', async (t) => {
  const debited = { ...plainLine, debit: new Decimal(10), credit: new Decimal(0), vatAmount: new Decimal(2) }
  t.match(toLineChange(debited), { side: 'debit', amount: new Decimal(-10), vatAmount: new Decimal(-2) })
  t.match(reversed(toLineChange(debited)), { amount: new Decimal(10), vatAmount: new Decimal(2) })
  const credited = { ...debited, debit: new Decimal(0), credit: new Decimal(10) }
  t.match(toLineChange(credited), { side: 'credit', amount: new Decimal(10), vatAmount: new Decimal(2) })
  const { lines, warnings } = correctionLines([{ ...toLineChange(debited), ...origin }])
  t.match(lines, [{ debit: new Decimal(10), vatAmount: new Decimal(2), description: 'correction of 2026-01-15' }])
  t.match(warnings, [/^Changes of 2026-01-15 are booked here/])
  const named = { ...toLineChange({ ...credited, description: 'Cups' }), ...origin, zReportNumber: 7 }
  t.match(correctionLines([named]).lines, [{ description: 'Cups, correction of 2026-01-15, Z-report 7' }])
})
