import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { addTransaction, noPaymentEntries } from '../../services/accounting-read/src/modules/payments/domain/payment-entries.ts'
import { isBooked, POS_ORDER_TYPE } from '../../services/accounting-read/src/modules/payments/domain/payment-transaction.ts'
import {
  toEntryContext,
  webFulfillmentPosting,
} from '../../services/accounting-read/src/modules/payments/domain/web-fulfillment-posting.ts'
import type { PostingLine } from '../../services/accounting-read/src/modules/postings/domain/posting-content.ts'
import type { BuiltPosting, PostingContext } from '../../services/accounting-read/src/modules/postings/domain/posting-context.ts'
import { buildZReportPosting } from '../../services/accounting-read/src/modules/z-reports/domain/z-report-posting.ts'
import { creditNoteFile } from '../../services/orders-workflow/src/modules/documents/domain/credit-note.ts'
import type { DocumentModel } from '../../services/orders-workflow/src/modules/documents/domain/document-blocks.ts'
import { documentModel } from '../../services/orders-workflow/src/modules/documents/domain/document-model.ts'
import { builtInLayout, documentConfig } from '../../services/orders-workflow/src/testing/documents/document-samples.ts'
import { toCents } from './shop.ts'

/**
 * What was sold less what came back in one store, at its tills or in the web shop, in minor units:
 * with tax by rate (`gross 25`), tax by rate (`vat 25`), and what has no tax (`untaxed`).
 */
export type Sums = Record<string, number>
/** The sums of each place, by its name (`till Oslo-01`, `web Bergen-01`). */
export type Books = Map<string, Sums>

function add(books: Books, place: string, sums: Sums): void {
  const known = books.get(place) ?? {}
  for (const [name, amount] of Object.entries(sums)) known[name] = (known[name] ?? 0) + amount
  books.set(place, known)
}

/** The books without what is 0, in the order of their names. */
export function inOrder(books: Books): Record<string, Sums> {
  const places = [...books].map(([place, sums]) => {
    const names = Object.entries(sums).filter(([, amount]) => amount !== 0)
    return [place, Object.fromEntries(names.sort(([a], [b]) => (a < b ? -1 : 1)))] as const
  })
  return Object.fromEntries(places.filter(([, sums]) => Object.keys(sums).length > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const layout = builtInLayout('invoice')

/** The sums of the printed invoices, receipts and credit notes. */
export function documentBooks(orders: readonly Order[]): Books {
  const books: Books = new Map()
  for (const order of orders) {
    const template = order.orderType === POS_ORDER_TYPE ? 'receipt' : 'invoice'
    const request = { order, shipmentId: null, config: documentConfig, layout, now: new Date(0) }
    add(books, bookName(order), printedSums(documentModel({ ...request, template }), toCents(order.total ?? 0)))
    for (const form of order.returnOrderForms.filter(({ status }) => status === 'Completed')) {
      const { returnId, total } = form
      const { model } = creditNoteFile(order, {
        ...request,
        returnId: returnId,
        number: '1',
        allocations: [],
        now: '1970-01-01T00:00:00Z',
      })
      const sums = Object.entries(printedSums(model, toCents(total))).map(([name, amount]) => [name, -amount])
      add(books, bookName(order, form), Object.fromEntries(sums))
    }
  }
  return books
}

function bookName({ orderType, storeId }: Order, form?: ReturnOrderForm): string {
  const isPaidOutAtTill = form?.properties.some(({ key }) => key === 'RegisterId') === true
  if (isPaidOutAtTill) return `till ${form?.storeId}`
  return `${orderType === POS_ORDER_TYPE ? 'till' : 'web'} ${storeId}`
}

/** The rows of the printed table of VAT; the remainder of the total has no tax. */
function printedSums({ blocks }: DocumentModel, total: number): Sums {
  // That of payments begins with the day.
  const tables = blocks.flatMap((block) => (block.type === 'pair' ? [block.table] : []))
  const table = tables.find(({ columns }) => columns[0]?.kind === 'kind')
  const sums: Sums = { untaxed: total }
  for (const { cells } of table?.rows ?? []) {
    const [rate, , vat, gross] = cells as [string, string, string, string]
    if (!/^\d/.test(rate)) continue
    sums[`gross ${Number.parseInt(rate, 10)}`] = printedCents(gross)
    sums[`vat ${Number.parseInt(rate, 10)}`] = printedCents(vat)
    sums.untaxed = (sums.untaxed as number) - printedCents(gross)
  }
  return sums
}

/** The minor units of a printed amount: all its digits. */
function printedCents(text: string): number {
  const digits = Number(text.replace(/\D/g, ''))
  return /[-−]/.test(text) ? -digits : digits
}

/** What the Z-reports say. */
export function reportBooks(reports: readonly ZReport[]): Books {
  const books: Books = new Map()
  for (const { storeId, vatGroups, vatGroupRefunds, tips, giftCardsSold, roundOff } of reports) {
    const place = `till ${storeId}`
    for (const { vatValue, amount, vatAmount = 0 } of vatGroups)
      add(books, place, { [`gross ${vatValue}`]: toCents(amount), [`vat ${vatValue}`]: toCents(vatAmount) })
    for (const { vatValue, amount, vatAmount = 0 } of vatGroupRefunds)
      add(books, place, { [`gross ${vatValue}`]: -toCents(amount), [`vat ${vatValue}`]: -toCents(vatAmount) })
    add(books, place, { untaxed: toCents(tips) + toCents(giftCardsSold) + toCents(roundOff) })
  }
  return books
}

type PostingConfig = Omit<PostingContext, 'store'> & {
  stores: readonly (PostingContext['store'] & { accountingDimensionCode?: string | null })[]
}

/** The posting of each Z-report, and that of the web shop of each store. */
export function postings(
  reports: readonly ZReport[],
  events: readonly PaymentRecordedData[],
  { stores, ...context }: PostingConfig,
): Map<string, BuiltPosting[]> {
  const built = new Map<string, BuiltPosting[]>()
  for (const store of stores) {
    const ofStore = reports.filter(({ storeId }) => storeId === store.id)
    built.set(
      `till ${store.id}`,
      ofStore.map((report) => buildZReportPosting(report, { ...context, store })),
    )
    const web = { ...context, store, companyStores: new Map<string, string>() }
    const sums = noPaymentEntries()
    for (const event of newest(events)) {
      if (event.storeId !== store.id || event.orderType === POS_ORDER_TYPE || event.paidOutAt !== undefined) continue
      const transaction = toTransaction(event)
      if (isBooked(transaction)) addTransaction(sums, transaction, toEntryContext(web))
    }
    built.set(`web ${store.id}`, [webFulfillmentPosting(sums, web)])
  }
  return built
}

/** The last event of each payment. */
function newest(events: readonly PaymentRecordedData[]): PaymentRecordedData[] {
  return [...new Map(events.map((event) => [`${event.orderId} ${event.payment.id}`, event])).values()]
}

function toTransaction({ payment, invoice, currency, ...order }: PaymentRecordedData): Parameters<typeof addTransaction>[1] {
  return {
    ...order,
    ...invoice,
    currencyCode: currency,
    paymentId: payment.id,
    reducesReceivable: order.reducesReceivable ?? false,
    transactionType: payment.transactionType,
    status: payment.status,
    method: payment.method,
    amount: String(payment.amount),
    occurredAt: new Date(payment.paidDate),
    invoiceNumber: payment.invoiceId,
    providerFee: null,
    unreadableProviderFee: null,
    transfers: [],
  }
}

/** What payments are for that has an account of its own, without tax. */
export function kindBooks(events: readonly PaymentRecordedData[], storeIds: ReadonlySet<string>): Books {
  const books: Books = new Map()
  const booked = newest(events).filter((event) => isBooked(toTransaction(event)) && storeIds.has(bookedAt(event).storeId))
  for (const event of booked) {
    const { kind: where, storeId } = bookedAt(event)
    const sign = event.payment.transactionType === 'Credit' ? -1 : 1
    for (const { kind, net, isRental } of event.breakdown) {
      if (kind === 'Shipping') add(books, `${where} ${storeId}`, { Shipping: sign * toCents(net) })
      if (isRental) add(books, `${where} ${storeId}`, { RentalSales: sign * toCents(net) })
    }
  }
  return books
}

function bookedAt({ storeId, orderType, paidOutAt }: PaymentRecordedData): { kind: 'till' | 'web'; storeId: string } {
  if (paidOutAt !== undefined) return { kind: 'till', storeId: paidOutAt.storeId }
  return { kind: orderType === POS_ORDER_TYPE ? 'till' : 'web', storeId }
}

/** What the ledger says of them. */
export function ledgerKinds(built: ReadonlyMap<string, readonly BuiltPosting[]>): Books {
  const books: Books = new Map()
  for (const [place, ofPlace] of built) {
    for (const { category, credit, debit } of postingLines(ofPlace)) {
      const amount = toCents(credit.minus(debit).toNumber())
      if (category === 'Shipping' || category === 'RentalSales') add(books, place, { [category]: amount })
    }
  }
  return books
}

const untaxed: ReadonlySet<string> = new Set(['Tip', 'Rounding'])
const isGiftCardSold = ({ category, description }: PostingLine) =>
  category === 'GiftCardLiability' && !description?.includes('GiftCard')

/** What the ledger says. */
export function ledgerBooks(built: ReadonlyMap<string, readonly BuiltPosting[]>): Books {
  const books: Books = new Map()
  for (const [place, ofPlace] of built) {
    for (const line of postingLines(ofPlace)) {
      const amount = toCents(line.credit.minus(line.debit).toNumber())
      if (untaxed.has(line.category) || isGiftCardSold(line)) add(books, place, { untaxed: amount })
      else if (line.vatRate !== null) add(books, place, { [`gross ${line.vatRate}`]: amount })
      if (line.category === 'OutputVat') add(books, place, { [`vat ${line.vatRate}`]: amount })
    }
  }
  return books
}

/** The accounts that a day without open orders leaves empty, where something is left on them. */
export function openAccounts(built: ReadonlyMap<string, readonly BuiltPosting[]>): { account: string; left: number }[] {
  const sums = new Map<string, number>()
  for (const { accountNumber, category, description, credit, debit } of postingLines([...built.values()].flat())) {
    const isCleared = category === 'DepositLiability' || description?.includes('Exchange') === true
    if (isCleared) sums.set(accountNumber, (sums.get(accountNumber) ?? 0) + toCents(credit.minus(debit).toNumber()))
  }
  return [...sums].filter(([, left]) => left !== 0).map(([account, left]) => ({ account, left }))
}

function postingLines(built: readonly BuiltPosting[]): PostingLine[] {
  return built.flatMap((posting) => (posting.kind === 'posting' ? posting.content.lines : []))
}
