import type { Client } from '@open-oms/client'
import { searchAll } from '@open-oms/client/lists'
import type { LedgerLine, Posting } from '@open-oms/client/types'
import type { Checks } from '../check-ledger.ts'
import { inSmallestUnits, inUnits } from '../orders.ts'
import { table } from '../table.ts'
import { inTurns } from './in-turns.ts'

/** Amounts in the smallest unit of a currency. */
type Books = { postings: number; debit: number; credit: number; money: number; orderIds: Set<string> }

/** Where money is, as it comes, lies and leaves; the other accounts say what it was for. */
const moneyCategories = new Set(['PaymentMethod', 'RefundPaymentMethod', 'CashInTransit', 'OverShort'])
const IDS_MAX = 100

type BooksRange = {
  from: string
  to: string
  /** Whether the demo has made an order. */
  isOwn(orderId: string): boolean
}

/**
 * Checks the postings of a range of days: together they balance, and they hold the money that their
 * orders say was taken less what was paid back, by currency. With orders that the demo has not made
 * the second cannot be said: they may have payments of other days.
 */
export async function checkBooks({ check }: Checks, client: Client, { from, to, isOwn }: BooksRange): Promise<void> {
  const books = await readBooks(client, { postingDateFrom: from, postingDateTo: to })
  const rows = [...books].map(([currency, { postings, debit, credit, money }]) => {
    const [inAll, out, left] = [debit, credit, money].map((amount) => inUnits(amount, currency))
    return [currency, String(postings), inAll ?? 0, out ?? 0, left ?? 0]
  })
  console.log(table(['Currency', 'Postings', 'Debit', 'Credit', 'Money taken'], rows))
  for (const [currency, { debit, credit, money, orderIds }] of books) {
    check(`${currency}: the postings of all days balance`, debit, credit)
    if (![...orderIds].every(isOwn)) console.log(`       ${currency}: orders of others are among them`)
    else check(`${currency}: the ledger has the money of the orders`, money, await moneyOfOrders(client, [...orderIds], currency))
  }
}

async function readBooks(client: Client, days: { postingDateFrom: string; postingDateTo: string }): Promise<Map<string, Books>> {
  const postings: Posting[] = []
  for await (const posting of searchAll(client, '/api/Accounting/Postings/Search', { body: days })) postings.push(posting)
  const books = new Map<string, Books>()
  await inTurns(postings, async (posting) => {
    const lines = await client.get('/api/Accounting/Postings/{id}/Lines', { params: { id: posting.id } })
    addPosting(books, posting, lines)
  })
  return books
}

function addPosting(books: Map<string, Books>, { currencyCode, orderIds }: Posting, lines: readonly LedgerLine[]): void {
  const sums = books.get(currencyCode) ?? { postings: 0, debit: 0, credit: 0, money: 0, orderIds: new Set() }
  books.set(currencyCode, sums)
  sums.postings++
  for (const id of orderIds) sums.orderIds.add(id)
  for (const { category, ...line } of lines) {
    const [debit, credit] = [inSmallestUnits(line.debit, currencyCode), inSmallestUnits(line.credit, currencyCode)]
    sums.debit += debit
    sums.credit += credit
    if (moneyCategories.has(category)) sums.money += debit - credit
  }
}

/** What was taken for orders less what was paid back, in the smallest unit. */
async function moneyOfOrders(client: Client, orderIds: readonly string[], currency: string): Promise<number> {
  let sum = 0
  for (let at = 0; at < orderIds.length; at += IDS_MAX) {
    const ids = orderIds.slice(at, at + IDS_MAX)
    for (const { orderForm } of (await client.get('/api/Orders/GetOrders/ByIds', { query: { ids } })).orders)
      sum += inSmallestUnits(orderForm.capturedPaymentTotal - orderForm.creditPaymentTotal, currency)
  }
  return sum
}
