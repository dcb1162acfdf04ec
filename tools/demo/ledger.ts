import type { Client } from '@open-oms/client'
import { searchAll } from '@open-oms/client/lists'
import type { LedgerLine, Posting } from '@open-oms/client/types'

/** A posting with its lines. */
export type Ledger = Posting & { lines: LedgerLine[] }
export type LedgerDay = { storeId: string; currency: string; date: string }

/** The posting of a store, currency and day with its lines; null when the day has none yet. */
export async function findLedger(client: Client, { storeId, currency, date }: LedgerDay): Promise<Ledger | null> {
  const body = { storeId, source: 'WebFulfillment', postingDateFrom: date, postingDateTo: date } as const
  for await (const posting of searchAll(client, '/api/Accounting/Postings/Search', { body })) {
    if (posting.currencyCode !== currency) continue
    const lines = await client.get('/api/Accounting/Postings/{id}/Lines', { params: { id: posting.id } })
    return { ...posting, lines }
  }
  return null
}

/**
 * Credit less debit of some categories: what the demo compares before and after. Null counts as
 * empty.
 */
export function sumCredit(ledger: Ledger | null, categories: readonly string[]): number {
  const lines = (ledger?.lines ?? []).filter((line) => categories.includes(line.category))
  return lines.reduce((sum, line) => sum + line.credit - line.debit, 0)
}
