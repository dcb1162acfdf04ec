import type { Account, AccountCategory, Chart } from '@oms/contracts/config/chart-of-accounts'
import type { AccountingSettings } from '@oms/contracts/config/settings'
import type { Store } from '@oms/contracts/config/stores'
import { type TaxGroup, taxGroupOn } from '@oms/contracts/config/tax-groups'
import { type AccountQuery, chartOf, describeQuery, findAccount } from './account-lookup.ts'
import type { PaymentTransaction } from './payment-transaction.ts'
import { balance } from './posting-balance.ts'
import { inSequence, type PostingContent, type PostingLine, sidesOf, totalsOf } from './posting-content.ts'
import type { Day } from './posting-date.ts'
import {
  addAmount,
  addTransaction,
  type Entry,
  type EntryKey,
  type InvoiceFields,
  noEntries,
  type PostingEntries,
} from './posting-entries.ts'

export type WebFulfillmentContext = {
  store: Pick<Store, 'id' | 'accountingCompanyCode'>
  currencyCode: string
  postingDate: Day
  charts: readonly Chart[]
  taxGroups: readonly TaxGroup[]
  settings: Pick<AccountingSettings, 'balanceTolerance' | 'suspenseAccountNumber' | 'roundToWholeUnits'>
  giftCardMethods: ReadonlySet<string>
}

/** What came of a build: a posting, or a draft that says what stands against one. */
export type BuiltPosting = { kind: 'posting'; content: PostingContent } | { kind: 'draft'; reasons: string[] }

/** Builds the posting of a store's day from all its booked transactions, in whatever order they come (4-decisions O.3, O.5). */
export function buildWebFulfillmentPosting(
  transactions: Iterable<PaymentTransaction>,
  context: WebFulfillmentContext,
): BuiltPosting {
  const sums = noEntries()
  for (const transaction of transactions) addTransaction(sums, transaction, context)
  return finishWebFulfillmentPosting(sums, context)
}

/** The second half of `buildWebFulfillmentPosting`, for transactions that do not fit into memory at once. */
export function finishWebFulfillmentPosting(sums: PostingEntries, context: WebFulfillmentContext): BuiltPosting {
  const { store, currencyCode, postingDate, settings } = context
  const chart = chartOf(store, context.charts)
  if (chart === undefined && sums.entries.size > 0)
    return { kind: 'draft', reasons: [`store ${store.id} has no chart of accounts`] }
  const accounts = chart ?? { companyCode: '', storeId: null, accounts: [] }
  const found = linesOf(inChart(sums, accounts), { ...context, chart: accounts })
  if (found.reasons.length > 0) return { kind: 'draft', reasons: found.reasons }
  const balanced = balance(found.lines, { chart: accounts, storeId: store.id, currencyCode, settings })
  if (balanced.kind === 'unbalanced') return { kind: 'draft', reasons: [balanced.reason] }
  const lines = inSequence(balanced.lines)
  return {
    kind: 'posting',
    content: {
      source: 'WebFulfillment',
      zReportId: null,
      storeId: store.id,
      registerIds: [],
      accountingCompanyCode: store.accountingCompanyCode,
      postingDate,
      currencyCode,
      orderIds: [...sums.orderIds].sort(),
      lines,
      ...totalsOf(lines),
      autoBalanced: balanced.autoBalanced,
      warnings: [...balanced.warnings, ...unevenWarnings(sums), ...found.warnings],
    },
  }
}

type LineContext = WebFulfillmentContext & { chart: Chart }

/**
 * The entries under the categories that the chart has: discounts stay inside Sales when there is no Discount account, and
 * rental sales are sales when there is no account for them.
 */
function inChart(sums: PostingEntries, chart: Chart): Entry[] {
  const has = (category: AccountCategory) => chart.accounts.some((account) => account.active && account.category === category)
  const [hasDiscount, hasRental] = [has('Discount'), has('RentalSales')]
  const result = { entries: new Map<string, Entry>() }
  for (const { amount, vatAmount, ...key } of sums.entries.values()) {
    addAmount(result, { ...key, ...placeOf(key, { hasDiscount, hasRental }) }, { amount, vatAmount })
  }
  return [...result.entries.values()].filter((entry) => !entry.amount.isZero())
}

function placeOf(key: EntryKey, has: { hasDiscount: boolean; hasRental: boolean }): Pick<EntryKey, 'category' | 'isRental'> {
  const isGoods = key.category === 'Sales' || (key.category === 'Discount' && !has.hasDiscount)
  if (!isGoods) return { category: key.category, isRental: false }
  return { category: key.isRental && has.hasRental ? 'RentalSales' : 'Sales', isRental: false }
}

function linesOf(
  entries: readonly Entry[],
  context: LineContext,
): { lines: PostingLine[]; reasons: string[]; warnings: string[] } {
  const lines: PostingLine[] = []
  const reasons = new Set<string>()
  const warnings = new Set<string>()
  for (const entry of entries) {
    const query: AccountQuery = { ...entry, currencyCode: context.currencyCode }
    const account = findAccount(context.chart, query)
    if (account === undefined) {
      reasons.add(`no account for ${describeQuery(query)}`)
      continue
    }
    const taxGroup =
      entry.taxGroupCode === null ? undefined : taxGroupOn(context.taxGroups, entry.taxGroupCode, context.postingDate)
    if (entry.taxGroupCode !== null && taxGroup === undefined) {
      warnings.add(`Tax group ${entry.taxGroupCode} does not hold on ${context.postingDate}.`)
    }
    lines.push(lineOf(entry, account, { storeId: context.store.id, taxGroup }))
  }
  return { lines: merged(lines), reasons: [...reasons].sort(), warnings: [...warnings].sort() }
}

function lineOf(
  entry: Entry,
  account: Account,
  { storeId, taxGroup }: { storeId: string; taxGroup: TaxGroup | undefined },
): PostingLine {
  const isOutside = taxGroup?.outsideVatScope === true
  const vatAmount = entry.amount.isNegative() ? entry.vatAmount.negated() : entry.vatAmount
  return {
    accountNumber: account.accountNumber,
    accountName: account.name,
    category: entry.category,
    ...sidesOf(entry.amount),
    vatCode: taxGroup?.externalCode ?? account.vatCode,
    vatRate: isOutside ? null : (entry.vatRate ?? account.vatRate),
    vatAmount: isOutside || entry.vatRate === null ? null : vatAmount,
    taxGroupCode: entry.taxGroupCode,
    storeId,
    registerId: null,
    description: descriptionOf(entry, account),
    ...invoiceColumns(entry.invoice),
    dimensions: {},
  }
}

function descriptionOf({ invoice, method }: Entry, account: Account): string {
  const text = account.description ?? account.name
  if (invoice !== null) return `${text}, order ${invoice.orderNumber ?? invoice.orderId}`
  return method === null ? text : `${text}, ${method}`
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

/** Entries that came to the same account, VAT, tax group and side are one line (4-decisions O.5). */
function merged(lines: readonly PostingLine[]): PostingLine[] {
  const byKey = new Map<string, PostingLine>()
  for (const line of lines) {
    const { debit, credit, vatAmount, ...rest } = line
    const key = JSON.stringify([debit.isZero(), rest])
    const other = byKey.get(key)
    byKey.set(key, other === undefined ? line : { ...rest, ...sumOf(line, other) })
  }
  return [...byKey.values()]
}

function sumOf(a: PostingLine, b: PostingLine): Pick<PostingLine, 'debit' | 'credit' | 'vatAmount'> {
  const vatAmount = a.vatAmount === null || b.vatAmount === null ? (a.vatAmount ?? b.vatAmount) : a.vatAmount.plus(b.vatAmount)
  return { debit: a.debit.plus(b.debit), credit: a.credit.plus(b.credit), vatAmount }
}

const NAMED_ORDERS_MAX = 10

function unevenWarnings({ unevenOrderIds }: PostingEntries): string[] {
  if (unevenOrderIds.size === 0) return []
  const ids = [...unevenOrderIds].sort()
  const more = ids.length > NAMED_ORDERS_MAX ? ` and ${ids.length - NAMED_ORDERS_MAX} more` : ''
  return [`The breakdown of a payment does not add up to its amount: order ${ids.slice(0, NAMED_ORDERS_MAX).join(', ')}${more}.`]
}
