import { createHash } from 'node:crypto'
import type { AuditEntry } from '@oms/contracts/audit/audit-record'

/** An entry as its row keeps it: the details as the text that is hashed. */
export type AuditRow = Omit<AuditEntry, 'details'> & { sequence: number; details: string }

/** The place of a record in the chain. */
export type ChainPlace = { sequence: number; hash: string }

/** Before the first record. */
export const CHAIN_BEGIN: ChainPlace = { sequence: 0, hash: '' }

/**
 * The hash of a record that follows on another one (audit.md#chain-of-records): SHA-256 of the hash
 * before and every field, as a JSON list. Never changed: it is calculated again for as long as
 * records are kept.
 */
export function auditHash(previous: string, row: AuditRow): string {
  const { sequence, id, time, act, outcome, actorKind, actor, clientId, session, address } = row
  const { service, operation, orderId, customerKey, traceId, details } = row
  const who = [actorKind, actor, clientId, session, address]
  const fields = [previous, sequence, id, time, act, outcome, ...who, service, operation, orderId, customerKey, traceId, details]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
