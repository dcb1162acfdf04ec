import type { AuditEntry } from '@open-oms/contracts/audit/audit-record'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

type Queryable = Pick<Transaction, 'query'>

/** Where a process records what happened. */
export type AuditTrail = {
  /** The name that its records have as their service. */
  service: string
  /** Resolves once the entry cannot be lost. Raises what keeps it from being recorded. */
  record(entry: AuditEntry): Promise<void>
  /** Records with what the transaction does, or not at all. */
  recordIn(tx: Pick<Transaction, 'later'>, entries: readonly AuditEntry[]): void
}

const insertEntries = statement({
  name: 'kit-audit-insert',
  text: `insert into kit.audit_waiting (id, entry) select * from unnest($1::uuid[], $2::text[]) on conflict (id) do nothing`,
  parameters: [Sql.list(Sql.uuid), Sql.list(Sql.text)],
  row: {},
})

const takeEntries = statement({
  name: 'kit-audit-take',
  text: 'select place, entry from kit.audit_waiting order by place limit $1',
  parameters: [Sql.bigint],
  row: { place: Sql.bigint, entry: Sql.text },
})

const removeEntries = statement({
  name: 'kit-audit-remove',
  text: 'delete from kit.audit_waiting where place = any($1::bigint[])',
  parameters: [Sql.list(Sql.bigint)],
  row: {},
})

const insertOf = (entries: readonly AuditEntry[]) =>
  insertEntries.with(
    entries.map(({ id }) => id),
    entries.map((entry) => JSON.stringify(entry)),
  )

/** Records in the database of the service; what is there already by its id stays as it is. */
export function storeEntries(tx: Pick<Transaction, 'later'>, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return
  tx.later(insertOf(entries))
}

/** As `storeEntries`, in a statement of its own. */
export async function storeEntriesNow(database: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await database.query(insertOf(entries))
}

/** The trail of a process with a database. */
export function databaseTrail(service: string, database: Queryable): AuditTrail {
  return {
    service,
    record: (entry) => storeEntriesNow(database, [entry]),
    recordIn: storeEntries,
  }
}

export type WaitingEntry = { place: number; entry: AuditEntry }

/** What waits for its place in the audit log, oldest first. */
export async function waitingEntries(database: Queryable, countMax: number): Promise<WaitingEntry[]> {
  const rows = await takeEntries.on(database, countMax)
  return rows.map(({ place, entry }) => ({ place, entry: JSON.parse(entry) }))
}

/** Removes what waits no longer. */
export async function removeWaiting(database: Queryable, entries: readonly WaitingEntry[]): Promise<void> {
  if (entries.length > 0)
    await removeEntries.on(
      database,
      entries.map(({ place }) => place),
    )
}
