import type { AccountCategory } from '@oms/contracts/config/chart-of-accounts'
import type { BreakdownKind, PaymentBreakdownEntry, PaymentTransfer } from '@oms/contracts/orders/events'
import { Decimal } from '@oms/money/decimal'
import { addDays, type Day } from '../../calendar/domain/posting-date.ts'
import type { PaymentTransaction } from '../../payments/domain/payment-transaction.ts'

/** What makes two amounts part of the same entry. The account is not known yet. */
export type EntryKey = {
  /** A sale and a refund of the same day are told apart, and so are a gift card sold and a gift card used. */
  direction: 'sale' | 'refund'
  part: 'goods' | 'payment' | 'fee' | 'transfer' | 'drawer'
  category: AccountCategory
  isRental: boolean
  vatRate: number | null
  taxGroupCode: string | null
  method: string | null
  invoice: InvoiceFields | null
  /** What the line says as its store; null: the store of the posting. */
  storeId: string | null
  /** What it is for, where account and method do not tell. */
  note: string | null
}

/** A key with what is told of it; the rest is null. */
export function entryKey(fields: Pick<EntryKey, 'direction' | 'part' | 'category'> & Partial<EntryKey>): EntryKey {
  const nothing = { vatRate: null, taxGroupCode: null, method: null, invoice: null, storeId: null, note: null }
  return { isRental: false, ...nothing, ...fields }
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
  /** Orders with a payment that tells a fee of its provider that is no amount, with what it tells. */
  unreadFees: Map<string, string>
}

export type EntryContext = {
  postingDate: Day
  /** Stores of the company by the warehouse that stands for each: their code in the books. The store of the posting is among them. */
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
  Fee: 'PaymentProviderFee',
  Rounding: 'Rounding',
  Deposit: 'DepositLiability',
}

export function noEntries(): PostingEntries {
  return { entries: new Map(), orderIds: new Set(), unevenOrderIds: new Set(), unreadFees: new Map() }
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
  addAmount(sums, paymentKey(transaction, direction, context), { amount: paid.times(-sign), vatAmount: zero })
  addProviderFee(sums, transaction, direction)
  for (const transfer of transaction.transfers) addTransfer(sums, transfer, context)
  sums.orderIds.add(transaction.orderId)
  if (!explained.equals(paid)) sums.unevenOrderIds.add(transaction.orderId)
  if (transaction.unreadableProviderFee !== null) sums.unreadFees.set(transaction.orderId, transaction.unreadableProviderFee)
}

/** What the provider kept is an expense, and so much less is to come from it, whichever way the payment goes (4-decisions O.5). */
function addProviderFee(
  sums: PostingEntries,
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

/** The cost of goods that another store of the company sent moves from it to the selling store (4-decisions O.5). */
function addTransfer(sums: PostingEntries, { warehouseCode, cost }: PaymentTransfer, context: EntryContext): void {
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
  const { direction, part, category, isRental, vatRate, taxGroupCode, method, storeId, note } = key
  const plain = [direction, part, category, isRental, vatRate, taxGroupCode, method, storeId, note]
  if (invoice === null) return JSON.stringify(plain)
  const { orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber } = invoice
  return JSON.stringify([...plain, orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber])
}

function goodsKey({ kind, isRental, vatRate, taxGroupCode }: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return entryKey({ direction, part: 'goods', category: goodsCategories[kind], isRental, vatRate, taxGroupCode })
}

function vatKey(part: PaymentBreakdownEntry, direction: EntryKey['direction']): EntryKey {
  return { ...goodsKey(part, direction), category: 'OutputVat', isRental: false }
}

function paymentKey(transaction: PaymentTransaction, direction: EntryKey['direction'], context: EntryContext): EntryKey {
  const { method, transactionType, creditNoteNumber } = transaction
  const key = { direction, part: 'payment', method } as const
  if (transactionType === 'Invoiced')
    return entryKey({ ...key, category: 'Receivable', invoice: invoiceFields(transaction, context.postingDate) })
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
