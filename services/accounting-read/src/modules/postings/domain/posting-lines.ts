import type { Account, AccountCategory, Chart } from '@open-oms/contracts/config/chart-of-accounts'
import { type TaxGroup, taxGroupOn } from '@open-oms/contracts/config/tax-groups'
import { type AccountQuery, describeQuery, findAccount, hasFeeAccount, isForCurrency } from './account-lookup.ts'
import { type PostingLine, toDebitCredit } from './posting-content.ts'
import type { PostingContext } from './posting-context.ts'
import { addAmount, type Entry, type EntryKey, type InvoiceFields, noEntries } from './posting-entries.ts'

export type LineContext = PostingContext & {
  chart: Chart
  /** The one register of a Z-report. */
  registerId: string | null
}

export type FoundLines = { lines: PostingLine[]; reasons: string[]; warnings: string[] }

/**
 * The lines of entries, with the accounts that the chart has for them, or the reasons why there is
 * none (postings.md#account-lookup, postings.md#posting-accounts).
 */
export function buildPostingLines(all: Iterable<Entry>, context: LineContext): FoundLines {
  const lines: PostingLine[] = []
  const reasons = new Set<string>()
  const warnings = new Set<string>()
  for (const entry of inChart(all, context)) {
    const query: AccountQuery = { ...entry, currencyCode: context.currencyCode }
    const account = findEntryAccount(query, context)
    if (account === undefined) {
      reasons.add(`no account for ${describeQuery(query)}`)
      continue
    }
    const taxGroup =
      entry.taxGroupCode === null ? undefined : taxGroupOn(context.taxGroups, entry.taxGroupCode, context.postingDate)
    if (entry.taxGroupCode !== null && taxGroup === undefined) {
      warnings.add(`Tax group ${entry.taxGroupCode} does not hold on ${context.postingDate}.`)
    }
    lines.push(toPostingLine({ entry, account, taxGroup }, context))
  }
  return { lines: merged(lines), reasons: [...reasons].sort(), warnings: [...warnings].sort() }
}

/**
 * The entries under the categories that the chart has: discounts are part of Sales without a
 * Discount account, rental sales and fees are Sales without an account for them, and transfers are
 * booked only when both of their accounts exist.
 */
function inChart(all: Iterable<Entry>, { chart, currencyCode }: LineContext): Entry[] {
  const has = (category: AccountCategory) =>
    chart.accounts.some((account) => account.active && account.category === category && isForCurrency(account, currencyCode))
  const optional = { hasDiscount: has('Discount'), hasRental: has('RentalSales'), hasFee: hasFeeAccount(chart, currencyCode) }
  const hasTransfers = has('InternalTransferOut') && has('InternalTransferIn')
  const result = noEntries()
  for (const { amount, vatAmount, ...key } of all) {
    if (key.part === 'transfer' && !hasTransfers) continue
    addAmount(result, { ...key, ...categoryIn(key, optional) }, { amount, vatAmount })
  }
  return [...result.entries.values()].filter((entry) => !entry.amount.isZero())
}

type Optional = { hasDiscount: boolean; hasRental: boolean; hasFee: boolean }

function categoryIn(key: EntryKey, has: Optional): Pick<EntryKey, 'category' | 'isRental' | 'isFee'> {
  const isGoods = key.category === 'Sales' || (key.category === 'Discount' && !has.hasDiscount)
  if (!isGoods) return { category: key.category, isRental: false, isFee: false }
  const category = key.isRental && has.hasRental ? 'RentalSales' : 'Sales'
  return { category, isRental: false, isFee: key.isFee && has.hasFee }
}

/** The account of the settings for cash that is over or short comes before that of the category. */
function findEntryAccount(query: AccountQuery, { chart, settings }: LineContext): Account | undefined {
  if (query.category !== 'OverShort' || settings.overShortAccountNumber === null) return findAccount(chart, query)
  const named = chart.accounts.filter(
    (account) =>
      account.active && account.accountNumber === settings.overShortAccountNumber && isForCurrency(account, query.currencyCode),
  )
  return named.find(({ category }) => category === 'OverShort') ?? named[0] ?? findAccount(chart, query)
}

type ResolvedEntry = { entry: Entry; account: Account; taxGroup: TaxGroup | undefined }

function toPostingLine({ entry, account, taxGroup }: ResolvedEntry, { store, registerId }: LineContext): PostingLine {
  const isOutside = taxGroup?.outsideVatScope === true
  const vatAmount = entry.amount.isNegative() ? entry.vatAmount.negated() : entry.vatAmount
  return {
    accountNumber: account.accountNumber,
    accountName: account.name,
    category: entry.isFee ? account.category : entry.category,
    ...toDebitCredit(entry.amount),
    vatCode: taxGroup?.externalCode ?? account.vatCode,
    vatRate: isOutside ? null : (entry.vatRate ?? account.vatRate),
    vatAmount: isOutside || entry.vatRate === null ? null : vatAmount,
    taxGroupCode: entry.taxGroupCode,
    storeId: entry.storeId ?? store.id,
    registerId,
    description: lineDescription(entry, account),
    ...invoiceColumns(entry.invoice),
    dimensions: {},
  }
}

function lineDescription({ invoice, method, note }: Entry, account: Account): string {
  const about = invoice === null ? method : `order ${invoice.orderNumber ?? invoice.orderId}`
  return [account.description ?? account.name, about, note].filter((text) => text !== null).join(', ')
}

function invoiceColumns(invoice: InvoiceFields | null) {
  return {
    customerNumber: invoice?.customerNumber ?? null,
    invoiceNumber: invoice?.invoiceNumber ?? null,
    creditNoteNumber: invoice?.creditNoteNumber ?? null,
    invoiceDate: invoice?.invoiceDate ?? null,
    dueDate: invoice?.dueDate ?? null,
    kidNumber: invoice?.kidNumber ?? null,
  }
}

/**
 * Entries with the same account, VAT, tax group and side are one line
 * (postings.md#posting-accounts).
 */
function merged(lines: readonly PostingLine[]): PostingLine[] {
  const byKey = new Map<string, PostingLine>()
  for (const line of lines) {
    const { debit, credit, vatAmount, ...rest } = line
    const key = JSON.stringify([debit.isZero(), rest])
    const other = byKey.get(key)
    byKey.set(key, other === undefined ? line : { ...rest, ...addLines(line, other) })
  }
  return [...byKey.values()]
}

function addLines(a: PostingLine, b: PostingLine): Pick<PostingLine, 'debit' | 'credit' | 'vatAmount'> {
  const vatAmount = a.vatAmount === null || b.vatAmount === null ? (a.vatAmount ?? b.vatAmount) : a.vatAmount.plus(b.vatAmount)
  return { debit: a.debit.plus(b.debit), credit: a.credit.plus(b.credit), vatAmount }
}
