import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import type { ZReportReceivable } from '@open-oms/contracts/orders/z-reports/z-report-parts'
import t from 'tap'
import { aZReport } from '../../../testing/accounting-fixture.ts'
import { aContext, anAccount, chartWith, tillAccounts } from '../../../testing/sample-postings.ts'
import type { PostingLine } from '../../postings/domain/posting-content.ts'
import { buildZReportPosting } from './z-report-posting.ts'

const nothing = { amount: 0, count: 0 }
const empty: Partial<ZReport> = {
  ...{ sales: nothing, returns: nothing, payments: [], paymentRefunds: [], vatGroups: [], vatGroupRefunds: [] },
  cashManagement: { cashIn: 0, cashOut: 0, cashCounted: 0, cashExpected: 0, cashDiff: 0, cashBank: 0, cashFloat: 0 },
}
const rental = anAccount('RentalSales', '3600')

function buildLines(fields: Partial<ZReport>, { hasRental = true } = {}): readonly PostingLine[] {
  const charts = [chartWith(anAccount('PaymentMethod', '1900', 'Cash'), ...(hasRental ? [rental] : []), ...tillAccounts)]
  const built = buildZReportPosting(aZReport({ ...empty, ...fields }), aContext({ charts }))
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  return built.content.lines
}

const rows = (lines: readonly PostingLine[]) =>
  lines.map(({ category, accountNumber, debit, credit }) => `${category} ${accountNumber} ${debit} ${credit}`).sort()

// Regression: a rental at a till was booked as the sale of goods, and on the web as a rental.
t.test('given rentals and shipping in a report, when it is booked, then each has the account that web orders have', async (t) => {
  const payments = [{ name: 'Cash', amount: 290, count: 2 }]
  const vatGroups = [
    { vatValue: 15, amount: 115, vatAmount: 15, count: 1 },
    { vatValue: 25, amount: 175, vatAmount: 35, count: 1 },
  ]
  const rentals = [{ vatValue: 15, amount: 115, vatAmount: 15 }]
  const shipping = [{ vatValue: 25, amount: 50, vatAmount: 10 }]
  const sold = { payments, vatGroups, rentals, shipping }
  const others = ['OutputVat 2700 0 35', 'OutputVat 2701 0 15', 'PaymentMethod 1900 290 0', 'Sales 3000 0 100']
  t.same(rows(buildLines(sold)), [...others, 'RentalSales 3600 0 100', 'Shipping 3090 0 40'].sort())
  const without = rows(buildLines(sold, { hasRental: false }))
  t.same(without, [...others, 'Sales 3010 0 100', 'Shipping 3090 0 40'].sort(), 'rentals are sales without an account')
})

t.test('given shipping that was paid back, when the report is booked, then it is taken out of the shipping', async (t) => {
  const refunded = {
    paymentRefunds: [{ name: 'Card', amount: 110, count: 1 }],
    vatGroupRefunds: [{ vatValue: 25, amount: 110, vatAmount: 22, count: 1 }],
    shipping: [{ vatValue: 25, amount: -10, vatAmount: -2 }],
  }
  t.same(rows(buildLines(refunded)), [
    'OutputVat 2700 22 0',
    'RefundPaymentMethod 1590 0 110',
    'Sales 3000 80 0',
    'Shipping 3090 8 0',
  ])
})

const invoice: ZReportReceivable = {
  ...{ name: 'Invoice', amount: 100, orderId: 'o-1', orderNumber: '1001', customerNumber: 'K-1', invoiceNumber: 'INV-7' },
  ...{ creditNoteNumber: null, kidNumber: '0012', paymentTermsNet: 14 },
}
const invoiced = (lines: readonly PostingLine[]) =>
  lines.flatMap(({ category, debit, credit, customerNumber, invoiceNumber, creditNoteNumber, dueDate, kidNumber }) =>
    category === 'Receivable'
      ? [`${debit} ${credit} ${customerNumber} ${invoiceNumber} ${creditNoteNumber} ${dueDate} ${kidNumber}`]
      : [],
  )

// Regression: the credit of an unpaid invoice named neither customer nor invoice nor credit note.
t.test('given orders on account in a report, when it is booked, then each has a line with its papers', async (t) => {
  const behaviour = 'invoice' as const
  const sold = buildLines({
    dateClosed: '2026-01-15T18:00:00Z',
    payments: [{ name: 'Invoice', amount: 250, count: 2, behaviour }],
    vatGroups: [{ vatValue: 25, amount: 250, vatAmount: 50, count: 2 }],
    receivables: [invoice],
  })
  t.same(invoiced(sold).sort(), ['100 0 K-1 INV-7 null 2026-01-29 0012', '150 0 null null null null null'])
  const refunded = buildLines({
    paymentRefunds: [{ name: 'Invoice', amount: 100, count: 1, behaviour }],
    vatGroupRefunds: [{ vatValue: 25, amount: 100, vatAmount: 20, count: 1 }],
    receivables: [{ ...invoice, amount: -100, creditNoteNumber: 'CN-1' }],
  })
  t.same(invoiced(refunded), ['0 100 K-1 INV-7 CN-1 null null'])
})
