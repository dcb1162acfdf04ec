import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  SAVED_REPORTS_MAX,
  type SavedReport,
  type SavedReportRequest,
  type SavedReportRun,
} from '@open-oms/contracts/reports/saved-report'
import { isUuid } from '@open-oms/contracts/uuid'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { countOtherRecipients } from '../../notifications/messages/other-recipients.ts'
import type { SavedReportDeps } from '../report-deps.ts'
import { nextDue } from './due-times.ts'
import { findWaitingRun, insertRun } from './report-run-store.ts'
import { assertMayExport, assertMaySave, coversSavedReport, usedSchedule } from './saved-report-rules.ts'
import {
  countSavedReports,
  deleteStoredReport,
  insertSavedReport,
  lockSavedReport,
  readReportRuns,
  readSavedReport,
  readSavedReports,
  type StoredReport,
  updateSavedReport,
} from './saved-report-store.ts'

type Deps = Pick<OrderDeps, 'inTransaction' | 'query' | 'config' | 'now' | 'newId'> & SavedReportDeps

/** A write to a saved report that there is. */
export type SavedReportWrite = { savedReportId: string; caller: Caller; ifMatch: IfMatch | null }

/** Every saved report that the caller may see, by name (reports.md#saved-reports). */
export async function listSavedReports(deps: Pick<Deps, 'query'>, caller: Caller): Promise<SavedReport[]> {
  const all = await readSavedReports(deps)
  return all.filter((one) => coversSavedReport(caller, one)).toSorted((one, other) => one.name.localeCompare(other.name))
}

/** One saved report. Raises `NotFound`. */
export async function getSavedReport(
  deps: Pick<Deps, 'query'>,
  { savedReportId: id, caller }: { savedReportId: string; caller: Caller },
): Promise<SavedReport> {
  const found = isUuid(id) ? await readSavedReport(deps, id) : null
  if (found === null || !coversSavedReport(caller, found)) throw notFound(id)
  return found
}

/** The last runs of a saved report, the newest first. Raises `NotFound`. */
export async function listReportRuns(
  deps: Pick<Deps, 'query'>,
  of: { savedReportId: string; caller: Caller },
): Promise<SavedReportRun[]> {
  const { id } = await getSavedReport(deps, of)
  return readReportRuns(deps, id)
}

/**
 * Saves a report, which is run from its next due time on. Raises `ValidationFailed`, `RateLimited`
 * for more recipients than the caller may choose in a day, and `Forbidden` for what the caller may
 * not export.
 */
export async function createSavedReport(deps: Deps, caller: Caller, request: SavedReportRequest): Promise<SavedReport> {
  const report = written(deps, caller, { request, before: null })
  return deps.inTransaction(async (tx) => {
    if ((await countSavedReports(tx)) >= SAVED_REPORTS_MAX)
      throw invalid('', `There are ${SAVED_REPORTS_MAX} saved reports already: delete one first.`)
    await countRecipients(deps, tx, { caller, recipients: report.recipients })
    await insertSavedReport(tx, report, firstDue(deps, report))
    return reread(tx, report)
  })
}

/**
 * Changes, pauses or resumes a saved report. Raises `NotFound`, `VersionConflict`, and what saving
 * one raises.
 */
export async function replaceSavedReport(deps: Deps, write: SavedReportWrite, request: SavedReportRequest): Promise<SavedReport> {
  return deps.inTransaction(async (tx) => {
    const before = await openSaved(tx, write)
    const report = written(deps, write.caller, { request, before })
    const recipients = report.recipients.filter((address) => !before.recipients.includes(address))
    await countRecipients(deps, tx, { caller: write.caller, recipients })
    await updateSavedReport(tx, report, firstDue(deps, report))
    return reread(tx, report)
  })
}

/** Deletes a saved report with its runs. Raises `NotFound`, `VersionConflict`, `Forbidden`. */
export async function deleteSavedReport(deps: Deps, write: SavedReportWrite): Promise<void> {
  assertMayExport(write.caller)
  await deps.inTransaction(async (tx) => {
    const { id } = await openSaved(tx, write)
    await deleteStoredReport(tx, id)
  })
}

/**
 * Has a saved report run now, and returns the run; while one by hand waits, that one. Raises
 * `NotFound`, `Forbidden`, `RateLimited`.
 */
export async function runSavedReport(deps: Deps, write: Omit<SavedReportWrite, 'ifMatch'>): Promise<SavedReportRun> {
  const { caller } = write
  assertMayExport(caller)
  return deps.inTransaction(async (tx) => {
    const { id, recipients } = await openSaved(tx, { ...write, ifMatch: null })
    const waiting = await findWaitingRun(tx, id)
    const runId = waiting ?? deps.newId()
    if (waiting === null) {
      await countRecipients(deps, tx, { caller, recipients })
      await insertRun(tx, { id: runId, savedReportId: id, due: deps.now(), isByHand: true })
    }
    const run = (await readReportRuns(tx, id)).find((one) => one.id === runId)
    if (run === undefined) throw new DomainError('Unavailable', 'Another run of this moment was first. Try again.')
    return run
  })
}

async function openSaved(tx: Transaction, { savedReportId: id, caller, ifMatch }: SavedReportWrite): Promise<StoredReport> {
  const found = isUuid(id) ? await lockSavedReport(tx, id) : null
  if (found === null || !coversSavedReport(caller, found)) throw notFound(id)
  const { versionId } = found
  if (ifMatch === null || ifMatch.matches(versionId)) return found
  throw new DomainError('VersionConflict', `Saved report "${id}" has changed since the version in If-Match.`, {
    fields: { currentVersionId: versionId, changedFields: [] },
  })
}

function notFound(id: string): DomainError {
  return new DomainError('NotFound', `There is no saved report with id "${id}".`)
}

async function reread(tx: Transaction, { id }: StoredReport): Promise<SavedReport> {
  const found = await readSavedReport(tx, id)
  if (found === null) throw notFound(id)
  return found
}

async function countRecipients(
  { config, now }: Deps,
  tx: Transaction,
  { caller, recipients }: { caller: Caller; recipients: readonly string[] },
): Promise<void> {
  const sending = { client: caller.clientId, recipients, now: now().toISOString(), field: 'recipients' }
  await countOtherRecipients(tx, config().settings.messages, sending)
}

/** When it is run next; null: it is paused. */
function firstDue({ now, reports }: Deps, { active, schedule }: StoredReport): Date | null {
  return active ? nextDue(schedule, reports.timeZone(), now()) : null
}

const defaults = {
  stores: [],
  recipients: [],
  folder: null,
  format: 'csv',
  decimal: 'point',
  active: true,
} satisfies Partial<SavedReportRequest>

type Next = { request: SavedReportRequest; before: StoredReport | null }

function written(deps: Deps, caller: Caller, { request, before }: Next): StoredReport {
  const next: Required<SavedReportRequest> = { ...defaults, ...request }
  assertMaySave({ ...deps, config: deps.config() }, caller, next)
  const { name, report, period, stores, format, decimal, recipients, folder, active } = next
  const modified = deps.now().toISOString()
  return {
    ...{ id: before?.id ?? deps.newId(), name, report, period, stores, format, decimal },
    ...{ schedule: usedSchedule(request.schedule), recipients, folder, active },
    ...{ created: before?.created ?? modified, createdBy: before?.createdBy ?? caller.actor },
    ...{ modified, modifiedBy: caller.actor, versionId: deps.newId() },
  }
}
