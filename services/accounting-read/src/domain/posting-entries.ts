import type { AccountCategory } from '@oms/contracts/config/chart-of-accounts'
import type { BreakdownKind, PaymentBreakdownEntry } from '@oms/contracts/orders/events'
import { Decimal } from '@oms/money/decimal'
import type { PaymentTransaction } from './payment-transaction.ts'
import { addDays, type Day } from './posting-date.ts'

/** What makes two amounts part of the same entry. The account is not known yet. */
export type EntryKey = {
  /** A sale and a refund of the same day are told apart, and so are a gift card sold and a gift card used. */
  direction: 'sale' | 'refund'
  part: 'goods' | 'payment'
  category: AccountCategory
  isRental: boolean
  vatRate: number | null
  taxGroupCode: string | null
  method: string | null
  invoice: InvoiceFields | null
}

/** What the one line of an order on account carries (4-decisions O.5). */
export type InvoiceFields = {
  orderId: string
  orderNumber: string | null
  customerNumber: string | null
  invoiceNumber: string | null
  creditNoteNumber: string | null
  invoiceDate: Day | null
  dueDate: Day | null
  kidNumber: string | null
}

/** A sum of a posting: credit above zero, debit below. */
export type Entry = EntryKey & { amount: Decimal; vatAmount: Decimal }

/** The running sums of a posting. It grows with its entries and orders, not with its transactions. */
export type PostingEntries = {
  entries: Map<string, Entry>
  orderIds: Set<string>
  /** Orders with a payment whose breakdown does not add up to its amount. */
  unevenOrderIds: Set<string>
}

export type EntryContext = {
  postingDate: Day
  /** Names of the payment methods that pay with a gift card. */
  giftCardMethods: ReadonlySet<string>
}

const goodsCategories: Record<BreakdownKind, AccountCategory> = {
  Sales: 'Sales',
  Shipping: 'Shipping',
  Discount: 'Discount',
  GiftCard: 'GiftCardLiability',
  Tip: 'Tip',
  Fee: 'PaymentProviderFee',
  Rounding: 'Rounding',
  Deposit: 'DepositLiability',
}

export function noEntries(): PostingEntries {
  return { entries: new Map(), orderIds: new Set(), unevenOrderIds: new Set() }
}

/**
 * Adds a payment to the sums: what it pays for on one side, how it was paid on the other (4-decisions O.5). A credit has
 * the sides the other way round.
 */
export function addTransaction(sums: PostingEntries, transaction: PaymentTransaction, context: EntryContext): void {
  const direction = transaction.transactionType === 'Credit' ? 'refund' : 'sale'
  const sign = direction === 'sale' ? 1 : -1
  const paid = new Decimal(transaction.amount)
  let explained = new Decimal(0)
  for (const part of transaction.breakdown) {
    const net = new Decimal(part.net)
    const vatAmount = new Decimal(part.vatAmount)
    explained = explained.plus(net).plus(vatAmount)
    addAmount(sums, goodsKey(part, direction), { amount: net.times(sign), vatAmount: vatAmount.times(sign) })
    if (!vatAmount.isZero())
      addAmount(sums, vatKey(part, direction), { amount: vatAmount.times(sign), vatAmount: vatAmount.times(sign) })
  }
  addAmount(sums, paymentKey(transaction, direction, context), { amount: paid.times(-sign), vatAmount: new Decimal(0) })
  sums.orderIds.add(transaction.orderId)
  if (!explained.equals(paid)) sums.unevenOrderIds.add(transaction.orderId)
}

/** Adds an amount to the entry of a key, which begins with it when there is none. */
export function addAmount(sums: Pick<PostingEntries, 'entries'>, key: EntryKey, sum: Pick<Entry, 'amount' | 'vatAmount'>): void {
  const text = keyText(key)
  const entry = sums.entries.get(text)
  if (entry === undefined) {
    sums.entries.set(text, { ...key, ...sum })
  } else {
    entry.amount = entry.amount.plus(sum.amount)
    entry.vatAmount = entry.vatAmount.plus(sum.vatAmount)
  }
}

function keyText(key: EntryKey): string {
  const { invoice } = key
  const plain = [key.direction, key.part, key.category, key.isRental, key.vatRate, key.taxGroupCode, key.method]
  if (invoice === null) return JSON.stringify(plain)
  const { orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber } = invoice
  return JSON.stringify([...plain, orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber])
}

function goodsKey({ kind, isRental, vatRate, taxGroupCode }: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return {
    direction,
    part: 'goods',
    category: goodsCategories[kind],
    isRental,
    vatRate,
    taxGroupCode,
    method: null,
    invoice: null,
  }
}

function vatKey(part: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return { ...goodsKey(part, direction), category: 'OutputVat', isRental: false }
}

function paymentKey(transaction: PaymentTransaction, direction: EntryKey['direction'], context: EntryContext): EntryKey {
  const { method, transactionType, creditNoteNumber } = transaction
  const key = { direction, part: 'payment', isRental: false, vatRate: null, taxGroupCode: null, method, invoice: null } as const
  if (transactionType === 'Invoiced')
    return { ...key, category: 'Receivable', invoice: invoiceFields(transaction, context.postingDate) }
  if (context.giftCardMethods.has(method)) return { ...key, category: 'GiftCardLiability' }
  if (direction === 'sale') return { ...key, category: 'PaymentMethod' }
  const invoice = creditNoteNumber === null ? null : creditNoteFields(transaction)
  return { ...key, category: 'RefundPaymentMethod', invoice }
}

function invoiceFields(transaction: PaymentTransaction, invoiceDate: Day): InvoiceFields {
  const { orderId, orderNumber, customerNumber, invoiceNumber, paymentTermsNet, kidNumber } = transaction
  const dueDate = paymentTermsNet === null ? null : addDays(invoiceDate, paymentTermsNet)
  return { orderId, orderNumber, customerNumber, invoiceNumber, creditNoteNumber: null, invoiceDate, dueDate, kidNumber }
}

function creditNoteFields(transaction: PaymentTransaction): InvoiceFields {
  const { orderId, orderNumber, customerNumber, invoiceNumber, creditNoteNumber } = transaction
  return {
    orderId,
    orderNumber,
    customerNumber,
    invoiceNumber,
    creditNoteNumber,
    invoiceDate: null,
    dueDate: null,
    kidNumber: null,
  }
}
