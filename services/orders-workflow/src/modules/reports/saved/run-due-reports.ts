import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError, type ErrorCode } from '@open-oms/contracts/errors'
import type { ReportPeriod } from '@open-oms/contracts/reports/saved-report'
import { writeReportFile } from '@open-oms/service-kit/reports/run-report'
import { messageRoute } from '../../../connectors/notification/notification-connectors.ts'
import { retryPauseMs } from '../../../connectors/sending/retry-pause.ts'
import { enqueueMessages, type NewMessage } from '../../../order/store/new-message-store.ts'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { newEmail } from '../../notifications/domain/message-content.ts'
import { emailTo } from '../../notifications/messages/notification-messages.ts'
import { reportsWith, type SavedReportDeps } from '../report-deps.ts'
import { dueUntil } from './due-times.ts'
import { type ClaimedRun, claimRun, insertRun, lockDueReports, markRan, markRunFailed, setNextDue } from './report-run-store.ts'
import { storesToRun } from './saved-report-rules.ts'
import { dayIn, daysAfter } from './zoned-days.ts'

type Days = { from: string; to: string }

/** The first and the last day of a period, seen from a day (reports.md#periods). */
export function daysOfPeriod(period: ReportPeriod, day: string): Days {
  return periods[period](day)
}

const yesterday = (day: string) => daysAfter(day, -1)
const startOfMonth = (day: string) => `${day.slice(0, 7)}-01`
/** The last `count` days until yesterday. */
const lastDays = (count: number) => (day: string) => ({ from: daysAfter(day, -count), to: yesterday(day) })
/** What ends on the day before this one. */
const endingBefore = (first: string, start: (last: string) => string): Days => {
  const to = yesterday(first)
  return { from: start(to), to }
}

function startOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

const startOfYear = (day: string) => `${day.slice(0, 4)}-01-01`
// Sunday is 0.
const startOfWeek = (day: string) => daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

const periods: Record<ReportPeriod, (day: string) => Days> = {
  Yesterday: lastDays(1),
  Last7Days: lastDays(7),
  Last30Days: lastDays(30),
  LastWeek: (day) => endingBefore(startOfWeek(day), startOfWeek),
  LastMonth: (day) => endingBefore(startOfMonth(day), startOfMonth),
  ThisMonth: (day) => endingBefore(day, startOfMonth),
  LastQuarter: (day) => endingBefore(startOfQuarter(day), startOfQuarter),
  LastYear: (day) => endingBefore(startOfYear(day), startOfYear),
}

/** Largest file that is sent: with what e-mail adds, most servers take it. */
const MAIL_BYTES_MAX = 5 * 1024 * 1024
/** Largest file that is put into the bucket by one request, which S3 limits to 5 GiB. */
const BUCKET_BYTES_MAX = 4 * 1024 * 1024 * 1024

export type DueReportsDeps = Pick<OrderDeps, 'inTransaction' | 'query' | 'config' | 'now' | 'newId' | 'log'> & SavedReportDeps

/**
 * Runs the saved reports whose time has come, and hands them to the messages (reports.md#runs).
 * Several processes may do so: a due time has one run, a run one e-mail. Returns how many it has
 * tried.
 */
export async function runDueReports(deps: DueReportsDeps, signal?: AbortSignal): Promise<number> {
  await planRuns(deps)
  for (let count = 0; ; count++) {
    const run = signal?.aborted ? null : await claimRun(deps)
    if (run === null) return count
    await tryRun(deps, run)
  }
}

/** Gives each saved report that is due a run, and its next time, in one transaction. */
export async function planRuns({ inTransaction, now, newId, reports }: DueReportsDeps): Promise<void> {
  const time = now()
  await inTransaction(async (tx) => {
    for (const { id, report, due: first } of await lockDueReports(tx, time)) {
      const { due, next } = dueUntil(report.schedule, reports.timeZone(), { due: first, now: time })
      await insertRun(tx, { id: newId(), savedReportId: id, due, isByHand: false })
      await setNextDue(tx, id, next)
    }
  })
}

/** Never rejects for what the report says: without a record it is tried again after the lease. */
async function tryRun(deps: DueReportsDeps, run: ClaimedRun): Promise<void> {
  try {
    const messages = await deliver(deps, run)
    await deps.inTransaction(async (tx) => {
      if (await markRan(tx, run)) enqueueMessages(tx, messages)
    })
  } catch (error) {
    await recordFailure(deps, run, error)
  }
}

/**
 * Runs the report, puts its file into its folder, and returns the e-mail that sends it, if it has
 * recipients. A run that is made again puts the same file under the same name.
 */
async function deliver(deps: DueReportsDeps, run: ClaimedRun): Promise<NewMessage[]> {
  const { due, report } = run
  const route = report.recipients.length === 0 ? null : mailRoute(deps)
  const bucket = report.folder === null ? null : reportBucket(deps)
  const { from, to } = daysOfPeriod(report.period, dayIn(deps.reports.timeZone(), due))
  const { format, decimal } = report
  const folder = await mkdtemp(join(tmpdir(), 'oms-report-'))
  try {
    const path = join(folder, 'file')
    const asked = { name: report.report, query: { from, to, format, decimal }, path }
    const bytesMax = route === null ? BUCKET_BYTES_MAX : MAIL_BYTES_MAX
    const scope = { storeIds: storesToRun(report) }
    const file = { ...(await writeReportFile(reportsWith(deps, report.report), scope, { ...asked, bytesMax })), path }
    if (bucket !== null) await bucket.put(`${report.folder}/${file.fileName}`, file)
    return route === null ? [] : [await reportMessage(deps, run, { ...file, route, from, to })]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type MailRoute = { name: string; sender: string }

function mailRoute({ config }: DueReportsDeps): MailRoute {
  const route = messageRoute(config().connectors, 'email')
  if (route === null || route.sender === null)
    throw new DomainError('NotificationsNotConfigured', 'There is no active connector with a sender for email.')
  return { name: route.name, sender: route.sender }
}

function reportBucket({ reportBucket: bucket }: DueReportsDeps): NonNullable<DueReportsDeps['reportBucket']> {
  if (bucket === null) throw new DomainError('Unavailable', 'A folder needs REPORTS_S3_BUCKET, which this system does not have.')
  return bucket
}

type Attached = { path: string; fileName: string; contentType: string; route: MailRoute; from: string; to: string }

async function reportMessage(
  deps: DueReportsDeps,
  { id, report }: ClaimedRun,
  { path, fileName, contentType, route, from, to }: Attached,
): Promise<NewMessage> {
  const days = from === to ? from : `${from} – ${to}`
  return newEmail(
    { id, orderId: null, connector: route.name, created: deps.now().toISOString() },
    {
      ...emailTo(report.recipients, route.sender),
      subject: `${report.name}: ${days}`,
      text: [report.name, report.report, days, ...report.stores].join('\n'),
      attachments: [{ fileName, contentType, base64: await readFile(path, 'base64') }],
    },
  )
}

/** What passes by itself, or when the configuration is put right. */
const passing: readonly ErrorCode[] = ['Unavailable', 'NotificationsNotConfigured']

async function recordFailure(deps: DueReportsDeps, run: ClaimedRun, error: unknown): Promise<void> {
  const isKnown = error instanceof DomainError
  const about = { runId: run.id, savedReportId: run.report.id }
  if (!isKnown) deps.log.error({ err: error, ...about }, 'a saved report could not be run; it is tried again')
  const became = await markRunFailed(deps, run, {
    reason: isKnown ? error.message : 'It could not be run; the log says why.',
    isFinal: isKnown && !passing.includes(error.code),
    pauseMs: retryPauseMs(run.attempt, Math.random()),
  })
  if (became === 'Failed') deps.log.error(about, 'a run of a saved report was given up; see its failure_reason')
}
