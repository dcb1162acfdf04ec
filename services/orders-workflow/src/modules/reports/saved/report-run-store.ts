import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { type StoredReport, storedReport } from './saved-report-store.ts'

type Queries = Pick<Database, 'query'>

/** Longer than a report may run: only the process that has claimed a run runs it. */
const LEASE_SECONDS = 600
const BATCH = 20
const KEEP_DAYS = 90
const OLD_ROWS = 1_000

const findDue = statement({
  name: 'saved-reports-due',
  text: `select id, document, next_due from saved_report where next_due <= $1 order by next_due limit ${BATCH} for update skip locked`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.uuid, document: Sql.json, next_due: Sql.nullable(Sql.timestamptz) },
})

/** A saved report that is due, with its row locked. */
export type DueReport = { id: string; report: StoredReport; due: Date }

/** Saved reports that are due, which no other process has until the transaction ends. */
export async function lockDueReports(tx: Transaction, now: Date): Promise<DueReport[]> {
  const rows = await findDue.on(tx, now)
  return rows.map(({ id, document, next_due }) => ({ id, report: storedReport(document), due: next_due ?? now }))
}

const recordNext = statement({
  name: 'saved-report-next',
  text: 'update saved_report set next_due = $2 where id = $1',
  parameters: [Sql.uuid, Sql.timestamptz],
  row: {},
})

/** Writes when a saved report whose row is locked is due next. */
export async function setNextDue(tx: Transaction, id: string, next: Date): Promise<void> {
  await recordNext.on(tx, id, next)
}

const insertOne = statement({
  name: 'saved-report-run-insert',
  text: `insert into saved_report_run (id, saved_report_id, due, is_by_hand, state, created, next_attempt)
  values ($1, $2, $3, $4, 'Waiting', now(), now()) on conflict (saved_report_id, due) do nothing`,
  parameters: [Sql.uuid, Sql.uuid, Sql.timestamptz, Sql.boolean],
  row: {},
})

/** A run that is to be made; a due time has one. */
export async function insertRun(
  tx: Transaction,
  { id, savedReportId, due, isByHand }: { id: string; savedReportId: string; due: Date; isByHand: boolean },
): Promise<void> {
  await insertOne.on(tx, id, savedReportId, due, isByHand)
}

// Times are rounded to milliseconds: one that is due now may be stored as half of one later.
const claimOne = statement({
  name: 'saved-report-run-claim',
  text: `update saved_report_run r set attempts = attempts + 1, next_attempt = now() + interval '${LEASE_SECONDS} seconds'
  from saved_report s where s.id = r.saved_report_id and r.id = (
    select id from saved_report_run where next_attempt <= now() + interval '1 millisecond'
    order by next_attempt limit 1 for update skip locked
  )
  returning r.id, r.due, r.attempts, s.document`,
  parameters: [],
  row: { id: Sql.uuid, due: Sql.timestamptz, attempts: Sql.integer, document: Sql.json },
})

/** A run that this process may make now; only the last claim records what came of it. */
export type ClaimedRun = { id: string; due: Date; attempt: number; report: StoredReport }

/**
 * Claims the run that is due longest; null when there is none. No other process gets it before its
 * lease ends.
 */
export async function claimRun(database: Queries): Promise<ClaimedRun | null> {
  const [found] = await claimOne.on(database)
  if (found === undefined) return null
  const { id, due, attempts, document } = found
  return { id, due, attempt: attempts, report: storedReport(document) }
}

const held = `where id = $1 and attempts = $2 and state = 'Waiting'`

const recordRan = statement({
  name: 'saved-report-run-ran',
  text: `update saved_report_run set state = 'Ran', next_attempt = null, failure_reason = null ${held} returning id`,
  parameters: [Sql.uuid, Sql.integer],
  row: { id: Sql.uuid },
})

/** Marks a run as made. False when another process has claimed it since. */
export async function markRan(tx: Transaction, { id, attempt }: ClaimedRun): Promise<boolean> {
  return (await recordRan.on(tx, id, attempt)).length > 0
}

/** $4 whether it is given up whatever its age, $5 the pause in milliseconds. */
const isGivenUp = `($4 or created <= now() - interval '24 hours')`
const recordFailure = statement({
  name: 'saved-report-run-failed',
  text: `update saved_report_run set failure_reason = $3,
    state = case when ${isGivenUp} then 'Failed' else 'Waiting' end,
    ended = case when ${isGivenUp} then now() end,
    next_attempt = case when ${isGivenUp} then null else now() + $5 * interval '1 millisecond' end
  ${held} returning state`,
  parameters: [Sql.uuid, Sql.integer, Sql.text, Sql.boolean, Sql.double],
  row: { state: Sql.oneOf<'Waiting' | 'Failed'>() },
})

/**
 * Schedules the next try of a run, or gives it up: for a reason that stays, or after a day. Returns
 * what became of it; null when another process has claimed it since.
 */
export async function markRunFailed(
  database: Queries,
  { id, attempt }: ClaimedRun,
  { reason, isFinal, pauseMs }: { reason: string; isFinal: boolean; pauseMs: number },
): Promise<'Waiting' | 'Failed' | null> {
  const [found] = await recordFailure.on(database, id, attempt, reason, isFinal, pauseMs)
  return found?.state ?? null
}

const findWaiting = statement({
  name: 'saved-report-run-waiting',
  text: `select id from saved_report_run where saved_report_id = $1 and state = 'Waiting' and is_by_hand limit 1`,
  parameters: [Sql.uuid],
  row: { id: Sql.uuid },
})

/** The run by hand that waits; null: none does. */
export async function findWaitingRun(tx: Transaction, savedReportId: string): Promise<string | null> {
  const [found] = await findWaiting.on(tx, savedReportId)
  return found?.id ?? null
}

const removeOld = statement({
  name: 'saved-report-run-remove-old',
  text: `delete from saved_report_run where ctid = any (array (
    select ctid from saved_report_run where state <> 'Waiting' and created < now() - interval '${KEEP_DAYS} days' limit ${OLD_ROWS}
  )) and state <> 'Waiting' returning id`,
  parameters: [],
  row: { id: Sql.uuid },
})

/** Removes runs that are older than messages are kept. */
export async function removeOldReportRuns({ query }: Queries, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(() => removeOld.on({ query }), { size: OLD_ROWS, signal })
}
