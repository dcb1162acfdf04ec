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
  status: string
  orderIds: string[]
  totalDebit: number
  totalCredit: number
  imbalance: number
  lines: LedgerLine[]
}

type Posting = Omit<Ledger, 'postingId' | 'lines'> & { id: string; currencyCode: string }
export type LedgerDay = { storeId: string; currency: string; date: string }

/** The posting of a store, currency and day with its lines; null when the day has none yet. */
export async function ledgerOf(client: RestClient, { storeId, currency, date }: LedgerDay): Promise<Ledger | null> {
  const search = { storeId, source: 'WebFulfillment', postingDateFrom: date, postingDateTo: date, take: 100 }
  const { body } = await client.call<{ result: Posting[] }>('POST', '/api/Accounting/Postings/Search', { body: search })
  const posting = body.result.find(({ currencyCode }) => currencyCode === currency)
  if (posting === undefined) return null
  const lines = await client.call<LedgerLine[]>('GET', `/api/Accounting/Postings/${posting.id}/Lines`)
  return {
    postingId: posting.id,
    status: posting.status,
    orderIds: posting.orderIds,
    totalDebit: posting.totalDebit,
    totalCredit: posting.totalCredit,
    imbalance: posting.imbalance,
    lines: lines.body,
  }
}

/** Credit less debit of some categories: what the demo compares before and after. Null counts as empty. */
export function creditOf(ledger: Ledger | null, categories: readonly string[]): number {
  const lines = (ledger?.lines ?? []).filter((line) => categories.includes(line.category))
  return lines.reduce((sum, line) => sum + line.credit - line.debit, 0)
}
