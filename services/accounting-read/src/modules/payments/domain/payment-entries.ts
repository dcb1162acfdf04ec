import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import type { BreakdownKind, PaymentBreakdownEntry, PaymentTransfer } from '@open-oms/contracts/orders/payment-event-data'
import { Decimal } from '@open-oms/money/decimal'
import { addDays, type Day } from '../../calendar/domain/posting-date.ts'
import { addAmount, type EntryKey, type EntrySums, entryKey, type InvoiceFields } from '../../postings/domain/posting-entries.ts'
import type { PaymentTransaction } from './payment-transaction.ts'

/** The running sums of a posting. They grow with entries and orders, not with payments. */
export type PaymentEntries = EntrySums & {
  orderIds: Set<string>
  /** Orders with a payment whose breakdown does not add up to its amount. */
  unevenOrderIds: Set<string>
  /** Orders with a payment whose provider fee is not an amount, with the text of that fee. */
  unreadableFees: Map<string, string>
}

export type EntryContext = {
  postingDate: Day
  /** Dimension codes of all stores of the company, by the warehouse that is the store. */
  companyStores: ReadonlyMap<string, string>
  storeId: string
  /** Names of the payment methods that pay with a gift card. */
  giftCardMethods: ReadonlySet<string>
}

const zero = new Decimal(0)

const goodsCategories: Record<BreakdownKind, AccountCategory> = {
  Sales: 'Sales',
  Shipping: 'Shipping',
  Discount: 'Discount',
  GiftCard: 'GiftCardLiability',
  Tip: 'Tip',
  Fee: 'Sales',
  Rounding: 'Rounding',
  Deposit: 'DepositLiability',
}

/** Sums to which nothing has been added yet. */
export function noPaymentEntries(): PaymentEntries {
  return { entries: new Map(), orderIds: new Set(), unevenOrderIds: new Set(), unreadableFees: new Map() }
}

/**
 * Adds a payment to the sums: what it pays for on one side, how it was paid on the other
 * (postings.md#posting-accounts). A credit has the opposite sides.
 */
export function addTransaction(sums: PaymentEntries, transaction: PaymentTransaction, context: EntryContext): void {
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
  addAmount(sums, paymentKey(transaction, direction, context), { amount: paid.times(-sign), vatAmount: zero })
  addProviderFee(sums, transaction, direction)
  for (const transfer of transaction.transfers) addTransfer(sums, transfer, context)
  sums.orderIds.add(transaction.orderId)
  if (!explained.equals(paid)) sums.unevenOrderIds.add(transaction.orderId)
  if (transaction.unreadableProviderFee !== null) sums.unreadableFees.set(transaction.orderId, transaction.unreadableProviderFee)
}

/**
 * The fee is an expense and reduces what the provider owes, also for refunds
 * (postings.md#posting-accounts).
 */
function addProviderFee(
  sums: PaymentEntries,
  { providerFee, method }: PaymentTransaction,
  direction: EntryKey['direction'],
): void {
  if (providerFee === null) return
  const fee = { amount: new Decimal(providerFee), vatAmount: zero }
  const counter = direction === 'sale' ? 'PaymentMethod' : 'RefundPaymentMethod'
  const key = { direction, part: 'fee', method } as const
  addAmount(sums, entryKey({ ...key, category: 'PaymentProviderFee' }), { ...fee, amount: fee.amount.negated() })
  addAmount(sums, entryKey({ ...key, category: counter, note: 'fee' }), fee)
}

/**
 * Transfers the cost of goods from the sending to the selling store (postings.md#posting-accounts).
 */
function addTransfer(sums: PaymentEntries, { warehouseCode, cost }: PaymentTransfer, context: EntryContext): void {
  const sender = context.companyStores.get(warehouseCode)
  if (sender === undefined || warehouseCode === context.storeId) return
  const amount = new Decimal(cost)
  const key = { direction: 'sale', part: 'transfer' } as const
  const seller = context.companyStores.get(context.storeId) ?? context.storeId
  const out = entryKey({ ...key, category: 'InternalTransferOut', storeId: sender, note: `to ${seller}` })
  const into = entryKey({ ...key, category: 'InternalTransferIn', storeId: seller, note: `from ${sender}` })
  addAmount(sums, out, { amount, vatAmount: zero })
  addAmount(sums, into, { amount: amount.negated(), vatAmount: zero })
}

function goodsKey({ kind, isRental, vatRate, taxGroupCode }: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return entryKey({
    direction,
    part: 'goods',
    category: goodsCategories[kind],
    isRental,
    isFee: kind === 'Fee',
    vatRate,
    taxGroupCode,
  })
}

function vatKey(part: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return { ...goodsKey(part, direction), category: 'OutputVat', isRental: false, isFee: false }
}

function paymentKey(transaction: PaymentTransaction, direction: EntryKey['direction'], context: EntryContext): EntryKey {
  const { method, transactionType, creditNoteNumber, reducesReceivable } = transaction
  const key = { direction, part: 'payment', method } as const
  if (transactionType === 'Invoiced')
    return entryKey({ ...key, category: 'Receivable', invoice: invoiceFields(transaction, context.postingDate) })
  if (reducesReceivable) return entryKey({ ...key, category: 'Receivable', invoice: creditNoteFields(transaction) })
  if (context.giftCardMethods.has(method)) return entryKey({ ...key, category: 'GiftCardLiability' })
  if (direction === 'sale') return entryKey({ ...key, category: 'PaymentMethod' })
  const invoice = creditNoteNumber === null ? null : creditNoteFields(transaction)
  return entryKey({ ...key, category: 'RefundPaymentMethod', invoice })
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
