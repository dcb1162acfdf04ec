import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import type {
  ZReportFigures,
  ZReportPayment,
  ZReportRefund,
  ZReportSum,
  ZReportVatGroup,
} from '@open-oms/contracts/orders/z-reports/z-report'
import {
  type ZReportPart,
  type ZReportPartName,
  type ZReportReceivable,
  zReportParts,
} from '@open-oms/contracts/orders/z-reports/z-report-parts'
import { Decimal, toNumber } from '@open-oms/money/decimal'
import { type OrderConfig, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { freeSaleEntries } from '../../../order/rules/payments/free-sale.ts'
import { buildInvoiceData, paymentInvoiceId } from '../../../order/rules/payments/payment-events.ts'
import { type PublishedAllocation, withMissingAllocations } from '../../../order/rules/payments/published-allocations.ts'
import type { CountedFigures } from './z-report-request.ts'
import type { ReportShare } from './z-report-share.ts'

type Tally = { amount: Decimal; count: number }
/** An amount with tax, and the tax in it. */
type TaxedTally = { amount: Decimal; vat: Decimal }

/** Running sums by the order's payments, receipts and refunds separately. */
type Sums = {
  methods: Map<string, Tally>
  /** Sold on account, or refunded of unpaid invoices, by the method. */
  invoiced: Map<string, Tally>
  rates: Map<number, Tally & TaxedTally>
  /** Orders with sales or returns. */
  orders: Tally
}

type Extras = Record<'tips' | 'giftCardsSold' | 'giftCardsUsed' | 'roundOff' | 'deposits', Decimal> & {
  /** By VAT rate. */
  parts: Record<ZReportPartName, Map<number, TaxedTally>>
  receivables: ZReportReceivable[]
}

const zero = new Decimal(0)
const emptySums = (): Sums => ({ methods: new Map(), invoiced: new Map(), rates: new Map(), orders: { amount: zero, count: 0 } })

export type ZReportContext = {
  config: OrderConfig
  /** Names of payment methods by which gift cards are used. */
  giftCardMethods: ReadonlySet<string>
}

type CountedShare = Pick<ReportShare, 'order' | 'published' | 'paymentIds' | 'hasOrder'>

const emptyExtras = (): Extras => ({
  ...{ tips: zero, giftCardsSold: zero, giftCardsUsed: zero, roundOff: zero, deposits: zero },
  parts: { fees: new Map(), rentals: new Map(), shipping: new Map() },
  receivables: [],
})

/**
 * The figures of a Z-report from the payments that count in it (z-reports.md#summed-figures): the
 * purpose of each payment decides where it counts, so that payments less refunds equal sales with
 * tips, gift cards, rounding and deposits. The drawer is unknown and stays 0.
 */
export function zReportFigures(shares: readonly CountedShare[], context: ZReportContext): ZReportFigures {
  const sold = emptySums()
  const refunded = emptySums()
  const extras = emptyExtras()
  for (const share of shares) addOrder({ sold, refunded, extras }, share, context)
  return {
    sales: toReportSum(sold.orders),
    returns: toReportSum(refunded.orders),
    payments: toPaymentRows(sold),
    paymentRefunds: toPaymentRows(refunded),
    vatGroups: toVatGroups(sold),
    vatGroupRefunds: toVatGroups(refunded),
    cashManagement: { cashIn: 0, cashOut: 0, cashCounted: 0, cashExpected: 0, cashDiff: 0, cashBank: 0, cashFloat: 0 },
    tips: toNumber(extras.tips),
    giftCardsSold: toNumber(extras.giftCardsSold),
    giftCardsUsed: toNumber(extras.giftCardsUsed),
    roundOff: toNumber(extras.roundOff),
    ...(extras.deposits.isZero() ? {} : { deposits: toNumber(extras.deposits) }),
    ...toFigureParts(extras),
    ...(extras.receivables.length === 0 ? {} : { receivables: extras.receivables }),
  }
}

function toFigureParts({ parts }: Extras): Pick<ZReportFigures, ZReportPartName> {
  const named = zReportParts.map((name) => [name, toPartRows(parts[name])] as const)
  return Object.fromEntries(named.filter(([, rows]) => rows.length > 0))
}

function toPartRows(part: ReadonlyMap<number, TaxedTally>): ZReportPart[] {
  const rows = [...part].filter(([, taxed]) => !isNothing(taxed)).sort(([a], [b]) => b - a)
  return rows.map(([vatValue, { amount, vat }]) => ({ vatValue, amount: toNumber(amount), vatAmount: toNumber(vat) }))
}

/**
 * Summed figures with the counts of the till. Tips and rounding above those of the orders are a
 * part of the excess that customers paid: they reduce the deposits.
 */
export function withCounted(summed: ZReportFigures, counted: CountedFigures): ZReportFigures {
  const { deposits = 0, ...figures } = { ...summed, ...counted }
  const beyond = new Decimal(figures.tips).minus(summed.tips).plus(figures.roundOff).minus(summed.roundOff)
  const rest = toNumber(new Decimal(deposits).minus(Decimal.max(0, Decimal.min(beyond, deposits))))
  return { ...figures, ...(rest === 0 ? {} : { deposits: rest }) }
}

function addOrder(
  { sold, refunded, extras }: { sold: Sums; refunded: Sums; extras: Extras },
  { order, published, paymentIds, hasOrder }: CountedShare,
  { config, giftCardMethods }: ZReportContext,
): void {
  const totals = orderTotalsContext(order, config, null)
  const allocations = withMissingAllocations(order, published, totals)
  const rates = { sold: new Map<number, TaxedTally>(), refunded: new Map<number, TaxedTally>() }
  for (const { payment, allocation } of countedPayments(order, allocations, paymentIds)) {
    const isRefund = payment.transactionType === 'Credit'
    const into = isRefund ? { sums: refunded, rates: rates.refunded } : { sums: sold, rates: rates.sold }
    const isOnAccount = allocation.reducesReceivable === true || payment.transactionType === 'Invoiced'
    addPayment(into.sums, payment, isOnAccount)
    if (isOnAccount) extras.receivables.push(toReceivable(order, payment))
    if (giftCardMethods.has(payment.paymentMethodName ?? '') && !isRefund)
      extras.giftCardsUsed = extras.giftCardsUsed.plus(payment.amount)
    for (const entry of allocation.breakdown) addEntry({ entry, isRefund, extras, rates: into.rates })
  }
  const free = hasOrder ? freeSaleEntries(order, totals) : []
  for (const entry of free) addEntry({ entry, isRefund: false, extras, rates: rates.sold })
  moveNegative(rates.sold, rates.refunded)
  moveNegative(rates.refunded, rates.sold)
  addRates(sold, rates.sold)
  addRates(refunded, rates.refunded)
}

/** The counted payments with what they are for. Those that move no money are for nothing. */
function countedPayments(order: Order, allocations: readonly PublishedAllocation[], ids: ReadonlySet<string>) {
  const byPayment = new Map(allocations.map((allocation) => [allocation.paymentId, allocation]))
  const payments = order.orderForm.payments.filter(({ id }) => ids.has(id))
  return payments.flatMap((payment) => {
    const allocation = byPayment.get(payment.id)
    return allocation === undefined || allocation.breakdown.length === 0 ? [] : [{ payment, allocation }]
  })
}

function addPayment({ methods, invoiced }: Sums, { paymentMethodName, amount }: Payment, isOnAccount: boolean): void {
  add(isOnAccount ? invoiced : methods, paymentMethodName ?? '', new Decimal(amount))
}

/** What the customer of an invoice owes more, or less by a refund. */
function toReceivable(order: Order, payment: Payment): ZReportReceivable {
  const { id, orderNumber, customerNumber } = order
  const isRefund = payment.transactionType === 'Credit'
  return {
    name: payment.paymentMethodName ?? '',
    amount: isRefund ? -payment.amount : payment.amount,
    ...{ orderId: id, orderNumber, customerNumber, invoiceNumber: paymentInvoiceId(order, payment) },
    ...buildInvoiceData(order, payment),
  }
}

type Entry = { entry: PaymentBreakdownEntry; isRefund: boolean; extras: Extras; rates: Map<number, TaxedTally> }

const extraOfKind = { Tip: 'tips', GiftCard: 'giftCardsSold', Rounding: 'roundOff', Deposit: 'deposits' } as const

function addEntry({ entry, isRefund, extras, rates }: Entry): void {
  const amount = new Decimal(entry.net).plus(entry.vatAmount)
  if (entry.kind in extraOfKind) {
    const name = extraOfKind[entry.kind as keyof typeof extraOfKind]
    extras[name] = isRefund ? extras[name].minus(amount) : extras[name].plus(amount)
    return
  }
  const rate = entry.vatRate ?? 0
  const taxed = { amount, vat: new Decimal(entry.vatAmount) }
  const name = reportPartName(entry)
  const part = name === null ? null : extras.parts[name]
  part?.set(rate, sumOfTaxed(part.get(rate), isRefund ? negatedTaxed(taxed) : taxed))
  rates.set(rate, sumOfTaxed(rates.get(rate), taxed))
}

/** The part of the sales with an account of its own, as that of a web order has. */
function reportPartName({ kind, isRental }: PaymentBreakdownEntry): ZReportPartName | null {
  if (kind === 'Fee') return 'fees'
  if (kind === 'Shipping') return 'shipping'
  return isRental ? 'rentals' : null
}

const nothing: TaxedTally = { amount: zero, vat: zero }
const sumOfTaxed = (one = nothing, other: TaxedTally): TaxedTally => ({
  amount: one.amount.plus(other.amount),
  vat: one.vat.plus(other.vat),
})
const negatedTaxed = ({ amount, vat }: TaxedTally): TaxedTally => ({ amount: amount.negated(), vat: vat.negated() })
const isNothing = ({ amount, vat }: TaxedTally): boolean => amount.isZero() && vat.isZero()

/**
 * A negative part of a payment counts as a return, that of a refund as a sale: figures of a report
 * are not negative.
 */
function moveNegative(from: Map<number, TaxedTally>, to: Map<number, TaxedTally>): void {
  for (const [rate, taxed] of from) {
    const isNegative = taxed.amount.isZero() ? taxed.vat.isNegative() : taxed.amount.isNegative()
    if (!isNegative || isNothing(taxed)) continue
    from.delete(rate)
    to.set(rate, sumOfTaxed(to.get(rate), negatedTaxed(taxed)))
  }
}

/** Counts an order once for each of its rates, and once in total. */
function addRates(sums: Sums, rates: ReadonlyMap<number, TaxedTally>): void {
  let total = zero
  for (const [rate, taxed] of rates) {
    if (isNothing(taxed)) continue
    const before = sums.rates.get(rate)
    sums.rates.set(rate, { ...sumOfTaxed(before, taxed), count: (before?.count ?? 0) + 1 })
    total = total.plus(taxed.amount)
  }
  if (rates.size > 0) sums.orders = { amount: sums.orders.amount.plus(total), count: sums.orders.count + 1 }
}

function add(tallies: Map<string, Tally>, key: string, amount: Decimal): void {
  const { amount: before, count } = tallies.get(key) ?? { amount: zero, count: 0 }
  tallies.set(key, { amount: before.plus(amount), count: count + 1 })
}

const toReportSum = ({ amount, count }: Tally): ZReportSum => ({ amount: toNumber(amount), count })

function byName(methods: ReadonlyMap<string, Tally>): ZReportRefund[] {
  const names = [...methods].sort(([a], [b]) => (a < b ? -1 : 1))
  return names.map(([name, tally]) => ({ name, ...toReportSum(tally) }))
}

/** A method with payments and sums on account has a row for each. */
function toPaymentRows({ methods, invoiced }: Sums): ZReportPayment[] {
  return [...byName(methods), ...byName(invoiced).map((row) => ({ ...row, behaviour: 'invoice' as const }))]
}

function toVatGroups({ rates }: Sums): ZReportVatGroup[] {
  const values = [...rates].sort(([a], [b]) => b - a)
  return values.map(([vatValue, tally]) => ({ vatValue, ...toReportSum(tally), vatAmount: toNumber(tally.vat) }))
}
