import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { RETENTION_MS } from '../events/ensure-streams.ts'
import type { ReconciledDay, ReconciliationResult } from './reconcile.ts'

type Queryable = Pick<Transaction, 'query'>

/** A stream lets go of events while a consumer that begins with it reads the oldest ones. */
const EXPIRING_MS = 3_600_000

const findDue = statement({
  name: 'kit-due-reconciliation',
  text: `select case when reconciled is null
        then greatest(requested_from, clock_timestamp() - ${RETENTION_MS - EXPIRING_MS} * interval '1 ms')
        else least(requested_from, reconciled) end as "from",
      known.xmin::text as version, requested_from is not null as "isRequested",
      coalesce(finished <= clock_timestamp() - $2 * interval '1 ms', true) as "isDue"
    from (select $1::text as consumer) as asked left join kit.reconciliation as known using (consumer)`,
  parameters: [Sql.text, Sql.double],
  row: { from: Sql.timestamptz, version: Sql.nullable(Sql.text), isRequested: Sql.boolean, isDue: Sql.boolean },
})

/**
 * `version`: what was known of the consumer's comparisons when this one began; null when nothing
 * was.
 */
export type DueReconciliation = { from: Date; version: string | null }

/**
 * From when on a consumer is to compare now; null when it is not due: neither asked for nor the
 * last one longer ago than that. One that has never compared begins with what the stream still had
 * for it (events.md#reconciliation).
 */
export async function dueReconciliation(
  database: Queryable,
  consumer: string,
  everyMs: number,
): Promise<DueReconciliation | null> {
  const [row] = await findDue.on(database, consumer, everyMs)
  if (!row || !(row.isRequested || row.isDue)) return null
  return { from: row.from, version: row.version }
}

const saveStatement = statement({
  name: 'kit-save-reconciliation',
  text: `insert into kit.reconciliation as known (consumer, reconciled, finished, result)
    values ($1, $2, clock_timestamp(), $3)
    on conflict (consumer) do update set reconciled = greatest(known.reconciled, excluded.reconciled), finished = excluded.finished,
      result = excluded.result, requested_from = case when known.xmin::text is distinct from $4 then known.requested_from end`,
  parameters: [Sql.text, Sql.timestamptz, Sql.json, Sql.nullable(Sql.text)],
  row: {},
})

/** Notes a finished comparison. What was asked for while it ran stays asked for. */
export async function saveReconciliation(
  database: Queryable,
  consumer: string,
  { until, days, version }: ReconciliationResult & Pick<DueReconciliation, 'version'>,
): Promise<void> {
  await saveStatement.on(database, consumer, until, JSON.stringify(days), version)
}

const requestStatement = statement({
  name: 'kit-request-reconciliation',
  text: `insert into kit.reconciliation as known (consumer, requested_from) values ($1, $2)
    on conflict (consumer) do update set requested_from = least(known.requested_from, excluded.requested_from)`,
  parameters: [Sql.text, Sql.timestamptz],
  row: {},
})

/**
 * Has the running consumer compare now, from that time on, or from an earlier one that is asked for
 * already.
 */
export async function requestReconciliation(database: Queryable, consumer: string, from: Date): Promise<void> {
  await requestStatement.on(database, consumer, from)
}

const readStatement = statement({
  name: 'kit-read-reconciliation',
  text: `select requested_from is null as "isDone", result::text as result, extract(epoch from clock_timestamp() - finished)::float8 as age
    from kit.reconciliation where consumer = $1`,
  parameters: [Sql.text],
  row: { isDone: Sql.boolean, result: Sql.nullable(Sql.text), age: Sql.nullable(Sql.double) },
})

/** `age`: seconds since the last comparison ended; null when there was none. */
export type LastReconciliation = { isDone: boolean; days: ReconciledDay[]; age: number | null }

/** The last comparison of a consumer. */
export async function lastReconciliation(database: Queryable, consumer: string): Promise<LastReconciliation> {
  const [row] = await readStatement.on(database, consumer)
  return { isDone: row?.isDone ?? true, days: JSON.parse(row?.result ?? '[]'), age: row?.age ?? null }
}
