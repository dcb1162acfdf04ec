import type { CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { readRows } from './files.ts'
import { searchAll } from './lists.ts'
import type { LedgerExport, LedgerLine, LedgerSearch } from './types.ts'

type Stoppable = Pick<CallOptions, 'signal'>

/**
 * The ledger lines that a search finds, in its sort order, without a window
 * (ledger.md#ledger-line-search).
 */
export async function* ledgerLines(
  client: Client,
  search: Omit<LedgerSearch, 'page' | 'take' | 'after'> = {},
  options: Stoppable = {},
): AsyncGenerator<LedgerLine, void, undefined> {
  yield* searchAll(client, '/api/Accounting/LedgerLines/Search', { body: { ...search, take: 1_000 }, ...options })
}

/** The ledger lines of one moment, row by row as the response arrives (ledger.md#ledger-export). */
export async function* exportLedgerLines(
  client: Client,
  filter: Omit<LedgerExport, 'format' | 'decimal'> = {},
  options: Stoppable = {},
): AsyncGenerator<LedgerLine, void, undefined> {
  const query = { ...filter, format: 'ndjson' }
  yield* readRows<LedgerLine>(await client.open({ method: 'GET', path: '/api/Accounting/LedgerLines/Export', query, ...options }))
}
