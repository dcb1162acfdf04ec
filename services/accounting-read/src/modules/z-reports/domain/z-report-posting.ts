import type { ZReport, ZReportPayment, ZReportVatGroup } from '@open-oms/contracts/orders/z-reports/z-report'
import type { ZReportPart, ZReportPartName, ZReportReceivable } from '@open-oms/contracts/orders/z-reports/z-report-parts'
import { currencyExponent } from '@open-oms/money/currency'
import { Decimal } from '@open-oms/money/decimal'
import { addDays, type Day } from '../../calendar/domain/posting-date.ts'
import { assemblePosting } from '../../postings/domain/assemble-posting.ts'
import type { BuiltPosting, PostingContext } from '../../postings/domain/posting-context.ts'
import {
  addAmount,
  drawerNotes,
  type Entry,
  type EntryKey,
  type EntrySums,
  entryKey,
  type InvoiceFields,
  noEntries,
} from '../../postings/domain/posting-entries.ts'

/** The payment method whose account the cash drawer is booked against. */
const CASH_METHOD = 'Cash'

/** The posting date of a Z-report: the UTC day of its close (ledger.md#ledger-line-fields). */
export function zReportDay({ dateClosed }: Pick<ZReport, 'dateClosed'>): Day {
  return new Date(dateClosed).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/**
 * Builds the posting of a Z-report (postings.md#z-report-postings): sales against payments, refunds
 * on the opposite sides, and the counted drawer against the Cash account. Orders of earlier reports
 * whose later payments it counts contribute to it too. An empty report gives a posting without
 * lines.
 */
export function buildZReportPosting(report: ZReport, context: PostingContext): BuiltPosting {
  return assemblePosting(
    {
      source: 'PosZReport',
      zReportId: report.zReportId,
      zReportNumber: report.zReportNumber,
      registerIds: report.registerIds,
      entries: reportEntries(report, context),
      orderIds: new Set([...report.orderIds, ...(report.laterPayments ?? []).map(({ orderId }) => orderId)]),
      warnings: [],
      corrections: [],
    },
    context,
  )
}

type Direction = EntryKey['direction']

const zero = new Decimal(0)

function reportEntries(report: ZReport, { giftCardMethods }: PostingContext): Entry[] {
  const sums = noEntries()
  const exponent = currencyExponent(report.currencyCode)
  addPayments(sums, report.payments, { direction: 'sale', giftCardMethods })
  addPayments(sums, report.paymentRefunds, { direction: 'refund', giftCardMethods })
  addVatGroups(sums, report.vatGroups, { direction: 'sale', exponent })
  addVatGroups(sums, report.vatGroupRefunds, { direction: 'refund', exponent })
  addReceivables(sums, report)
  addPart(sums, report, { name: 'fees', exponent })
  addPart(sums, report, { name: 'rentals', exponent })
  addPart(sums, report, { name: 'shipping', exponent })
  addExtra(sums, 'Tip', report.tips)
  addExtra(sums, 'GiftCardLiability', report.giftCardsSold)
  addExtra(sums, 'Rounding', report.roundOff)
  addExtra(sums, 'DepositLiability', report.deposits ?? 0)
  addDrawer(sums, report)
  return [...sums.entries.values()].filter(({ amount }) => !amount.isZero())
}

type Paid = { direction: Direction; giftCardMethods: ReadonlySet<string> }

/**
 * Sales on account and refunds of unpaid invoices are receivables (postings.md#posting-accounts).
 */
function addPayments(sums: EntrySums, payments: readonly ZReportPayment[], { direction, giftCardMethods }: Paid): void {
  const plain = direction === 'sale' ? 'PaymentMethod' : 'RefundPaymentMethod'
  for (const { name, amount, behaviour } of payments) {
    const ofMethod = giftCardMethods.has(name) ? 'GiftCardLiability' : plain
    const category = behaviour === 'invoice' ? 'Receivable' : ofMethod
    const key = entryKey({ direction, part: 'payment', category, method: name })
    addAmount(sums, key, { amount: signed(amount, direction).negated(), vatAmount: zero })
  }
}

/** Moves what is known by order from the receivables of its method to entries with the invoice. */
function addReceivables(sums: EntrySums, report: ZReport): void {
  for (const row of report.receivables ?? []) {
    const direction = row.amount < 0 ? 'refund' : 'sale'
    const key = entryKey({ direction, part: 'payment', category: 'Receivable', method: row.name })
    const amount = new Decimal(row.amount)
    addAmount(sums, { ...key, invoice: toInvoiceFields(row, zReportDay(report)) }, { amount: amount.negated(), vatAmount: zero })
    addAmount(sums, key, { amount, vatAmount: zero })
  }
}

function toInvoiceFields({ amount, paymentTermsNet, kidNumber, ...row }: ZReportReceivable, day: Day): InvoiceFields {
  const { orderId, orderNumber, customerNumber, invoiceNumber, creditNoteNumber } = row
  const of = { orderId, orderNumber, customerNumber, invoiceNumber, creditNoteNumber }
  if (amount < 0) return { ...of, invoiceDate: null, dueDate: null, kidNumber: null }
  return { ...of, invoiceDate: day, dueDate: paymentTermsNet === null ? null : addDays(day, paymentTermsNet), kidNumber }
}

/**
 * Amounts include VAT. The VAT is what the report says: the sum of its receipts. Amounts without it
 * are added by rate first, so that their VAT is rounded once.
 */
function addVatGroups(
  sums: EntrySums,
  groups: readonly ZReportVatGroup[],
  { direction, exponent }: { direction: Direction; exponent: number },
): void {
  const byRate = Map.groupBy(groups, ({ vatValue }) => vatValue)
  for (const [vatRate, rows] of byRate) {
    const { gross, vat } = sumRate(rows, { vatRate, exponent })
    const amounts = { net: signed(gross.minus(vat), direction), vatAmount: signed(vat, direction) }
    const key = { direction, part: 'goods', vatRate } as const
    addAmount(sums, entryKey({ ...key, category: 'Sales' }), { amount: amounts.net, vatAmount: amounts.vatAmount })
    addAmount(sums, entryKey({ ...key, category: 'OutputVat' }), { amount: amounts.vatAmount, vatAmount: amounts.vatAmount })
  }
}

type Rate = { vatRate: number; exponent: number }

/** The sum of rows of one rate, and the VAT in it. */
function sumRate(rows: readonly (ZReportVatGroup | ZReportPart)[], rate: Rate): { gross: Decimal; vat: Decimal } {
  const unstated = sumAmounts(rows.flatMap(({ amount, vatAmount }) => (vatAmount === undefined ? [amount] : [])))
  const stated = sumAmounts(rows.flatMap(({ vatAmount }) => vatAmount ?? []))
  return { gross: sumAmounts(rows.map(({ amount }) => amount)), vat: stated.plus(vatIn(unstated, rate)) }
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum.plus(amount), zero)

function vatIn(gross: Decimal, { vatRate, exponent }: Rate): Decimal {
  const exact = gross.times(100).dividedBy(new Decimal(vatRate).plus(100))
  return gross.minus(exact.toDecimalPlaces(exponent, Decimal.ROUND_HALF_UP))
}

/** What makes the entry of a part that of a web order (postings.md#posting-accounts). */
const partKeys: Record<ZReportPartName, Partial<EntryKey>> = {
  fees: { isFee: true },
  rentals: { isRental: true },
  shipping: { category: 'Shipping' },
}

/** Moves a part of the sales to entries of its own; the VAT stays. */
function addPart(sums: EntrySums, report: ZReport, { name, exponent }: { name: ZReportPartName; exponent: number }): void {
  for (const row of report[name] ?? []) {
    const { gross, vat: vatAmount } = sumRate([row], { vatRate: row.vatValue, exponent })
    const net = gross.minus(vatAmount)
    const direction = gross.isNegative() ? 'refund' : 'sale'
    const key = entryKey({ direction, part: 'goods', category: 'Sales', vatRate: row.vatValue })
    addAmount(sums, { ...key, ...partKeys[name] }, { amount: net, vatAmount })
    addAmount(sums, key, { amount: net.negated(), vatAmount: vatAmount.negated() })
  }
}

function addExtra(
  sums: EntrySums,
  category: 'Tip' | 'GiftCardLiability' | 'Rounding' | 'DepositLiability',
  amount: number,
): void {
  addAmount(sums, entryKey({ direction: 'sale', part: 'goods', category }), { amount: new Decimal(amount), vatAmount: zero })
}

/**
 * The cash drawer (postings.md#z-report-postings). Payments and refunds already are on the Cash
 * account. Cash over is added to it; cash short, money to the bank and a larger float are taken
 * from it. `cashIn` and `cashOut` repeat the other figures. Each figure has two lines that balance.
 */
function addDrawer(sums: EntrySums, { cashManagement: { cashDiff, cashBank, cashFloat } }: ZReport): void {
  addPair(sums, { category: 'OverShort', amount: new Decimal(cashDiff), note: drawerNotes.overShort })
  addPair(sums, { category: 'CashInTransit', amount: new Decimal(cashBank).negated(), note: drawerNotes.bank })
  addPair(sums, { category: 'CashFloat', amount: new Decimal(cashFloat).negated(), note: drawerNotes.float })
}

type Pair = { category: 'OverShort' | 'CashInTransit' | 'CashFloat'; amount: Decimal; note: string }

function addPair(sums: EntrySums, { category, amount, note }: Pair): void {
  const key = { direction: 'sale', part: 'drawer' } as const
  addAmount(sums, entryKey({ ...key, category }), { amount, vatAmount: zero })
  const counter = entryKey({ ...key, category: 'PaymentMethod', method: CASH_METHOD, note })
  addAmount(sums, counter, { amount: amount.negated(), vatAmount: zero })
}

const signed = (amount: Decimal | number, direction: Direction): Decimal =>
  direction === 'sale' ? new Decimal(amount) : new Decimal(amount).negated()
