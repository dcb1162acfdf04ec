import type { AuditEntry } from '@open-oms/contracts/audit/audit-record'
import { removeWaiting, type WaitingEntry, waitingEntries } from '@open-oms/service-kit/audit/audit-trail'
import type { Database } from '@open-oms/service-kit/database/database'
import { type AuditRow, addRecords, auditHash, type ChainPlace, knownIds, lockedEnd } from './audit-store.ts'

const BATCH = 500

/**
 * Gives everything that waits its place in the chain, oldest first
 * (audit.md#chain-of-records). What is there already by its id came twice, and is dropped. Returns
 * how many records were added.
 */
export async function chainRecords(
  { inTransaction, query }: Pick<Database, 'inTransaction' | 'query'>,
  signal?: AbortSignal,
): Promise<number> {
  // Mostly nothing does: then no lock is taken.
  if ((await waitingEntries({ query }, 1)).length === 0) return 0
  let total = 0
  while (signal?.aborted !== true) {
    const { taken, added } = await inTransaction(async (tx) => {
      const end = await lockedEnd(tx)
      const waiting = await waitingEntries(tx, BATCH)
      if (waiting.length === 0) return { taken: 0, added: 0 }
      const known = await knownIds(
        tx,
        waiting.map(({ entry }) => entry.id),
      )
      const rows = chained(end, waiting, known)
      await addRecords(tx, rows)
      await removeWaiting(tx, waiting)
      return { taken: waiting.length, added: rows.length }
    })
    total += added
    if (taken < BATCH) break
  }
  return total
}

function chained(end: ChainPlace, waiting: readonly WaitingEntry[], known: ReadonlySet<string>): (AuditRow & { hash: string })[] {
  let last = end
  return waiting.flatMap(({ entry }) => {
    if (known.has(entry.id)) return []
    const row = toRow(entry, last.sequence + 1)
    last = { sequence: row.sequence, hash: auditHash(last.hash, row) }
    return { ...row, hash: last.hash }
  })
}

function toRow({ details, ...entry }: AuditEntry, sequence: number): AuditRow {
  return { ...entry, sequence, details: JSON.stringify(details) }
}
