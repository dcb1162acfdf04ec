import { createHash } from 'node:crypto'
import type { ActorKind, AuditAct, AuditOutcome } from '@open-oms/contracts/audit/audit-acts'
import type { AuditEntry, AuditRecord } from '@open-oms/contracts/audit/audit-record'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

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

type Queryable = Pick<Transaction, 'query'>

/** The number is in the migration too, whose function removes the beginning of the chain. */
const CHAIN_LOCK = 6_203_912

const lockChain = statement({
  name: 'audit-lock',
  text: `select pg_advisory_xact_lock(${CHAIN_LOCK}) as locked`,
  parameters: [],
  row: { locked: Sql.nothing },
})

const readEnd = statement({
  name: 'audit-end',
  text: 'select sequence, hash from audit_end',
  parameters: [],
  row: { sequence: Sql.bigint, hash: Sql.text },
})

const moveEnd = statement({
  name: 'audit-move-end',
  text: 'update audit_end set sequence = $1, hash = $2',
  parameters: [Sql.bigint, Sql.text],
  row: {},
})

const findKnown = statement({
  name: 'audit-known',
  text: 'select id from audit_record where id = any($1::uuid[])',
  parameters: [Sql.list(Sql.uuid)],
  row: { id: Sql.uuid },
})

const insertRecords = statement({
  name: 'audit-insert',
  text: `insert into audit_record (sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service,
    operation, order_id, customer_key, trace_id, details, hash)
  select sequence, id, time, act, outcome, "actorKind", actor, "clientId", session, address, service, operation, "orderId",
    "customerKey", "traceId", details, hash
  from json_to_recordset($1) as new (sequence bigint, id uuid, time timestamptz, act text, outcome text, "actorKind" text,
    actor text, "clientId" text, session text, address text, service text, operation text, "orderId" text, "customerKey" text,
    "traceId" text, details text, hash text)`,
  parameters: [Sql.json],
  row: {},
})

/** Where the chain ends; nobody else moves it before the transaction is over. */
export async function lockedEnd(tx: Transaction): Promise<ChainPlace> {
  await lockChain.on(tx)
  return chainEnd(tx)
}

/** Where the chain ends. */
export async function chainEnd(database: Queryable): Promise<ChainPlace> {
  const [end] = await readEnd.on(database)
  return end as ChainPlace
}

/** Those of some ids that are in the chain. */
export async function knownIds(database: Queryable, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await findKnown.on(database, ids)).map(({ id }) => id))
}

/** Adds records, with their hashes, and moves the end of the chain to the last. */
export async function addRecords(tx: Transaction, rows: readonly (AuditRow & { hash: string })[]): Promise<void> {
  const last = rows.at(-1)
  if (last === undefined) return
  tx.later(insertRecords.with(JSON.stringify(rows)))
  await moveEnd.on(tx, last.sequence, last.hash)
}

/** The columns of a record. */
export const recordColumns =
  'sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service, operation, order_id, customer_key, trace_id, details, hash'

export const recordRow = {
  sequence: Sql.bigint,
  id: Sql.uuid,
  time: Sql.timestamptz,
  act: Sql.oneOf<AuditAct>(),
  outcome: Sql.oneOf<AuditOutcome>(),
  actor_kind: Sql.nullable(Sql.oneOf<ActorKind>()),
  actor: Sql.nullable(Sql.text),
  client_id: Sql.nullable(Sql.text),
  session: Sql.nullable(Sql.text),
  address: Sql.nullable(Sql.text),
  service: Sql.text,
  operation: Sql.nullable(Sql.text),
  order_id: Sql.nullable(Sql.text),
  customer_key: Sql.nullable(Sql.text),
  trace_id: Sql.nullable(Sql.text),
  details: Sql.text,
  hash: Sql.text,
} as const

/** A record as it is stored: what its hash is calculated of, and that hash. */
export function toAuditRow(row: RowOf<typeof recordRow>): AuditRow & { hash: string } {
  const { time, actor_kind, client_id, order_id, customer_key, trace_id, ...others } = row
  const renamed = { actorKind: actor_kind, clientId: client_id, orderId: order_id, customerKey: customer_key, traceId: trace_id }
  return { ...others, ...renamed, time: time.toISOString() }
}

/** A record as the interface shows it. */
export function toAuditRecord(row: RowOf<typeof recordRow>): AuditRecord {
  const { details, ...others } = toAuditRow(row)
  return { ...others, details: JSON.parse(details) }
}

const readRecords = statement({
  name: 'audit-read',
  text: `select ${recordColumns} from audit_record where sequence > $1 order by sequence limit $2`,
  parameters: [Sql.bigint, Sql.bigint],
  row: recordRow,
})

/** The records behind a place of the chain, oldest first. */
export async function recordsAfter(database: Queryable, sequence: number, countMax: number): Promise<RowOf<typeof recordRow>[]> {
  return readRecords.on(database, sequence, countMax)
}

const readCheckpoint = statement({
  name: 'audit-checkpoint',
  text: 'select sequence, hash from audit_checkpoint order by sequence desc limit 1',
  parameters: [],
  row: { sequence: Sql.bigint, hash: Sql.text },
})

/** Up to where the chain was removed; null: it is whole. */
export async function lastCheckpoint(database: Queryable): Promise<ChainPlace | null> {
  return (await readCheckpoint.on(database))[0] ?? null
}

const removeOld = statement({
  name: 'audit-remove',
  text: 'select remove_old_audit($1, $2)::int as removed',
  parameters: [Sql.timestamptz, Sql.integer],
  row: { removed: Sql.integer },
})

/** Removes records from before a time, at most so many. Returns how many; 0: there are none. */
export async function removeRecords(database: Queryable, before: Date, countMax: number): Promise<number> {
  const [row] = await removeOld.on(database, before, countMax)
  return row?.removed ?? 0
}
