import type { SavedReport, SavedReportRun } from '@open-oms/contracts/reports/saved-report'
import { REPORT_RUNS_MAX } from '@open-oms/contracts/reports/saved-report'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../../database/use-prisma.ts'
import { SAVED_REPORTS } from '../../../order/store/advisory-lock.ts'

type Queries = Pick<Database, 'query'>

/** A saved report as its row has it. */
export type StoredReport = Omit<SavedReport, 'nextRunAt' | 'lastRun'>

/** A run with the message that sends it; what was sent or given up of that is so of the run. */
const runColumns = `r.id, r.due, r.is_by_hand, r.created,
  case when r.state <> 'Ran' then r.state when m.state = 'Waiting' then 'Sending' else coalesce(m.state, 'Sent') end as state,
  coalesce(m.attempts, r.attempts) as attempts,
  case when r.state = 'Waiting' then r.next_attempt when m.state = 'Waiting' then m.next_attempt end as next_attempt,
  coalesce(r.ended, m.sent, case when m.state = 'Failed' then m.created end) as ended,
  coalesce(r.failure_reason, m.failure_reason) as failure_reason
  from saved_report_run r left join message m on m.id = r.id`

const columns = `s.document, s.next_due, (
    select row_to_json(run) from (
      select ${runColumns} where r.saved_report_id = s.id order by r.due desc limit 1
    ) as run
  ) as last_run`
const row = { document: Sql.json, next_due: Sql.nullable(Sql.timestamptz), last_run: Sql.nullable(Sql.json) }

const readAll = statement({
  name: 'saved-reports',
  text: `select ${columns} from saved_report s order by s.id`,
  parameters: [],
  row,
})

const readOne = statement({
  name: 'saved-report',
  text: `select ${columns} from saved_report s where s.id = $1`,
  parameters: [Sql.uuid],
  row,
})

const readRuns = statement({
  name: 'saved-report-runs',
  text: `select row_to_json(run) as run from (
    select ${runColumns} where r.saved_report_id = $1 order by r.due desc limit ${REPORT_RUNS_MAX}
  ) as run`,
  parameters: [Sql.uuid],
  row: { run: Sql.json },
})

const lockOne = statement({
  name: 'saved-report-lock',
  text: 'select document from saved_report where id = $1 for update',
  parameters: [Sql.uuid],
  row: { document: Sql.json },
})

const lockList = statement({
  name: 'saved-reports-lock',
  text: 'select pg_advisory_xact_lock($1, 0)',
  parameters: [Sql.integer],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/** What a row has; one of a version before folders has none. */
export function storedReport(document: string): StoredReport {
  return { folder: null, ...JSON.parse(document) }
}

function savedReport({ document, next_due, last_run }: RowOf<typeof row>): SavedReport {
  const stored = storedReport(document)
  return { ...stored, nextRunAt: next_due?.toISOString() ?? null, lastRun: last_run === null ? null : runView(last_run) }
}

type RunRow = {
  id: string
  due: string
  is_by_hand: boolean
  state: SavedReportRun['state']
  attempts: number
  next_attempt: string | null
  ended: string | null
  failure_reason: string | null
}

function runView(text: string): SavedReportRun {
  const run: RunRow = JSON.parse(text)
  const time = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  return {
    id: run.id,
    due: new Date(run.due).toISOString(),
    isByHand: run.is_by_hand,
    state: run.state,
    attempts: run.attempts,
    nextAttemptAt: time(run.next_attempt),
    endedAt: time(run.ended),
    reason: run.failure_reason,
  }
}

/** All saved reports. */
export async function readSavedReports(database: Queries): Promise<SavedReport[]> {
  return (await readAll.on(database)).map(savedReport)
}

/** One saved report; null when there is none. */
export async function readSavedReport(database: Queries, id: string): Promise<SavedReport | null> {
  const [found] = await readOne.on(database, id)
  return found === undefined ? null : savedReport(found)
}

/** The last runs of a saved report, the newest first. */
export async function readReportRuns(database: Queries, id: string): Promise<SavedReportRun[]> {
  return (await readRuns.on(database, id)).map(({ run }) => runView(run))
}

/** One with its row locked until the transaction ends; null when there is none. */
export async function lockSavedReport(tx: Transaction, id: string): Promise<StoredReport | null> {
  const [found] = await lockOne.on(tx, id)
  return found === undefined ? null : storedReport(found.document)
}

/** How many there are; until the transaction ends no further one is added. */
export async function countSavedReports(tx: Transaction): Promise<number> {
  await lockList.on(tx, SAVED_REPORTS)
  return usePrisma(tx, (prisma) => prisma.savedReport.count())
}

/** Adds a saved report that is due then; null: it is paused. */
export async function insertSavedReport(tx: Transaction, document: StoredReport, nextDue: Date | null): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.savedReport.create({ data: { id: document.id, document, nextDue } }))
}

/** Writes a saved report whose row is locked. */
export async function updateSavedReport(tx: Transaction, document: StoredReport, nextDue: Date | null): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.savedReport.update({ where: { id: document.id }, data: { document, nextDue } }))
}

/** Removes a saved report whose row is locked, with its runs. */
export async function deleteStoredReport(tx: Transaction, id: string): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.savedReport.deleteMany({ where: { id } }))
}
