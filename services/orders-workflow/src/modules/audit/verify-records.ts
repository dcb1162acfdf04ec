import type { Database } from '@open-oms/service-kit/database/database'
import {
  type AuditRow,
  auditHash,
  CHAIN_BEGIN,
  type ChainPlace,
  chainEnd,
  lastCheckpoint,
  recordsAfter,
  toAuditRow,
} from './audit-store.ts'

const BATCH = 2_000

export type AuditVerification = {
  /** How many records were verified. */
  records: number
  /** The last one; to be kept elsewhere. */
  end: ChainPlace
  /** Up to where records were removed because of their age; 0: none was. */
  removedUpTo: number
  /** What is wrong, in a sentence; null: nothing. */
  difference: string | null
}

/**
 * Calculates the hash of every record again and follows the chain to its end
 * (audit.md#chain-of-records). Reads only; records that are added meanwhile may be included. Memory
 * does not grow with the log.
 */
export async function verifyRecords(database: Pick<Database, 'query'>): Promise<AuditVerification> {
  const end = await chainEnd(database)
  const begin = (await lastCheckpoint(database)) ?? CHAIN_BEGIN
  let last = begin
  let records = 0
  const result = (difference: string | null) => ({ records, end: last, removedUpTo: begin.sequence, difference })
  for (;;) {
    // From the very beginning: what was put before a checkpoint is found too.
    const rows = await recordsAfter(database, records === 0 ? 0 : last.sequence, BATCH)
    if (rows.length === 0) break
    for (const row of rows.map(toAuditRow)) {
      const difference = differenceAt(row, { last, end })
      if (difference !== null) return result(difference)
      last = { sequence: row.sequence, hash: row.hash }
      records += 1
    }
  }
  return result(
    last.sequence < end.sequence ? `The records ${last.sequence + 1} to ${end.sequence} are missing at the end.` : null,
  )
}

function differenceAt(row: AuditRow & { hash: string }, { last, end }: { last: ChainPlace; end: ChainPlace }): string | null {
  const { sequence, id, hash } = row
  if (sequence !== last.sequence + 1) return `Record ${last.sequence + 1} is missing; ${sequence} follows on ${last.sequence}.`
  if (auditHash(last.hash, row) !== hash) return `Record ${sequence} (${id}) or the one before it is not what was written.`
  return sequence === end.sequence && hash !== end.hash ? `The end of the chain, ${sequence}, is not what was written.` : null
}

/** The text that the command prints about a verification. */
export function describeAudit({ records, end, removedUpTo, difference }: AuditVerification): string {
  if (difference !== null) return `The audit log differs. ${difference}`
  const removed = removedUpTo === 0 ? '' : ` Those up to ${removedUpTo} were removed because of their age.`
  const count = records === 1 ? '1 record' : `${records} records`
  return `The audit log is consistent: ${count}, the last of them ${end.sequence} with hash ${end.hash || '–'}.${removed}`
}
