import type { RestClient } from './rest-client.ts'

export type LedgerLine = {
  accountNumber: string
  accountName: string
  category: string
  debit: number
  credit: number
  vatCode: string | null
  vatRate: number | null
  description: string | null
}

export type Ledger = {
  postingId: string
  orderIds: string[]
  totalDebit: number
  totalCredit: number
  imbalance: number
  lines: LedgerLine[]
}

type Posting = { id: string; orderIds: string[]; totalDebit: number; totalCredit: number; imbalance: number }

/** The store's posting of a day with its lines; null when the day has none yet. */
export async function ledgerOf(client: RestClient, storeId: string, date: string): Promise<Ledger | null> {
  const search = { storeId, source: 'WebFulfillment', postingDateFrom: date, postingDateTo: date, take: 10 }
  const { body } = await client.call<{ result: Posting[] }>('POST', '/api/Accounting/Postings/Search', { body: search })
  const posting = body.result[0]
  if (posting === undefined) return null
  const lines = await client.call<LedgerLine[]>('GET', `/api/Accounting/Postings/${posting.id}/Lines`)
  return {
    postingId: posting.id,
    orderIds: posting.orderIds,
    totalDebit: posting.totalDebit,
    totalCredit: posting.totalCredit,
    imbalance: posting.imbalance,
    lines: lines.body,
  }
}

/** Credit less debit of some categories, in cents: what the story compares before and after. */
export function creditOf(ledger: Ledger | null, categories: readonly string[]): number {
  const lines = (ledger?.lines ?? []).filter((line) => categories.includes(line.category))
  return lines.reduce((sum, line) => sum + Math.round((line.credit - line.debit) * 100), 0)
}
