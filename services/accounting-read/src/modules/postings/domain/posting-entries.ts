import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import type { Decimal } from '@open-oms/money/decimal'
import type { Day } from '../../calendar/domain/posting-date.ts'

/** Amounts with the same key are one entry. The account is not known yet. */
export type EntryKey = {
  /** Keeps sales and refunds of a day separate, and gift cards sold and used. */
  direction: 'sale' | 'refund'
  part: 'goods' | 'payment' | 'fee' | 'transfer' | 'drawer'
  category: AccountCategory
  isRental: boolean
  /** A fee that the customer pays, which may have an account of its own. */
  isFee: boolean
  vatRate: number | null
  taxGroupCode: string | null
  method: string | null
  invoice: InvoiceFields | null
  /** The store of the line; null: the store of the posting. */
  storeId: string | null
  /** What it is for, where account and method do not show it. */
  note: string | null
}

/** A key with these fields; the others are null. */
export function entryKey(fields: Pick<EntryKey, 'direction' | 'part' | 'category'> & Partial<EntryKey>): EntryKey {
  const nothing = { vatRate: null, taxGroupCode: null, method: null, invoice: null, storeId: null, note: null }
  return { isRental: false, isFee: false, ...nothing, ...fields }
}

/** What the line of an order on account has in addition (postings.md#posting-accounts). */
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

/** The running sums of a posting, by the text of their key. */
export type EntrySums = { entries: Map<string, Entry> }

/** Sums to which nothing has been added yet. */
export function noEntries(): EntrySums {
  return { entries: new Map() }
}

/** Adds an amount to the entry of a key, or adds that entry. */
export function addAmount(sums: EntrySums, key: EntryKey, sum: Pick<Entry, 'amount' | 'vatAmount'>): void {
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
  const { direction, part, category, isRental, isFee, vatRate, taxGroupCode, method, storeId, note } = key
  const plain = [direction, part, category, isRental, isFee, vatRate, taxGroupCode, method, storeId, note]
  if (invoice === null) return JSON.stringify(plain)
  const { orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber } = invoice
  return JSON.stringify([...plain, orderId, invoiceNumber, creditNoteNumber, dueDate, kidNumber, customerNumber])
}

/** What ends the descriptions of the lines of the Cash account that no customer paid. */
export const drawerNotes = { overShort: 'over or short', bank: 'to the bank', float: 'float' } as const
