import { DomainError } from '@open-oms/contracts/errors'
import { hasPermission } from '@open-oms/contracts/permissions'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import type {
  ReportSchedule,
  ReportScheduleRequest,
  SavedReport,
  SavedReportRequest,
} from '@open-oms/contracts/reports/saved-report'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { assertRunnable } from '@open-oms/service-kit/reports/run-report'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { hasControlCharacters, isEmailAddress } from '../../notifications/domain/message-addresses.ts'
import { isOfLedger, reportsWith, type SavedReportDeps } from '../report-deps.ts'

/** The stores that a saved report is run for; null is all. */
export function storesToRun({ stores }: Pick<SavedReport, 'stores'>): readonly string[] | null {
  return stores.length === 0 ? null : stores
}

/**
 * Whether the caller may see a saved report: one that is limited to stores only those of its stores
 * alone (reports.md#saved-reports).
 */
export function coversSavedReport({ storeIds }: Pick<Caller, 'storeIds'>, { stores }: Pick<SavedReport, 'stores'>): boolean {
  return storeIds === null || (stores.length > 0 && stores.every((id) => storeIds.includes(id)))
}

/** Refuses, with `Forbidden`, a caller who may not export. */
export function assertMayExport(caller: Caller): void {
  if (!hasPermission(caller, 'Export')) throw new DomainError('Forbidden', 'Saved reports need the permission Export.')
}

/**
 * Refuses names that there are not and what cannot be with `ValidationFailed`, and what the caller
 * may not export with `Forbidden`.
 */
export function assertMaySave(
  { config, ...deps }: { config: Pick<OrdersConfig, 'stores'> } & SavedReportDeps,
  caller: Caller,
  request: Required<SavedReportRequest>,
): void {
  const problems = collectProblems()
  const { name, report, stores, recipients, folder, schedule } = request
  if (hasControlCharacters(name)) problems.add('name', 'must have no line breaks or control characters')
  addReportProblems(problems, deps, report)
  for (const [index, id] of stores.entries())
    if (!config.stores.some((store) => store.id === id)) problems.add(`stores[${index}]`, 'is not in the configuration')
  for (const [index, address] of recipients.entries())
    if (!isEmailAddress(address)) problems.add(`recipients[${index}]`, 'is no e-mail address')
  if (recipients.length === 0 && folder === null) problems.add('recipients', 'must name someone, unless there is a folder')
  if (folder !== null && deps.reportBucket === null)
    problems.add('folder', 'needs REPORTS_S3_BUCKET, which this system does not have')
  addScheduleProblems(problems, schedule)
  problems.throwIfAny()
  assertMayExport(caller)
  if (isOfLedger(deps, report) && !caller.roles.includes('AccountingRead'))
    throw new DomainError('Forbidden', 'Reports of the ledger need the role AccountingRead.')
  if (!coversSavedReport(caller, { stores })) throw new DomainError('Forbidden', 'Name stores, all of which your token covers.')
  assertRunnable(reportsWith(deps, report), { storeIds: storesToRun({ stores }) }, report)
}

function addReportProblems(problems: Problems, deps: SavedReportDeps, name: string): void {
  const { reports } = reportsWith(deps, name)
  if (!reports.all().some((one) => one.name === name)) problems.add('report', 'is not one of the reports')
  else if (isOfLedger(deps, name) && reports.database === null)
    problems.add('report', 'is of the ledger: that needs LEDGER_REPORTING_DATABASE_URL, which this system does not have')
}

function addScheduleProblems(problems: Problems, { every, weekday, dayOfMonth }: ReportScheduleRequest): void {
  if (every === 'Week' && weekday === undefined) problems.add('schedule.weekday', 'is needed for each week')
  if (every === 'Month' && dayOfMonth === undefined) problems.add('schedule.dayOfMonth', 'is needed for each month')
}

/** The schedule without the days that it does not use. */
export function usedSchedule({ every, weekday, dayOfMonth, time }: ReportScheduleRequest): ReportSchedule {
  return {
    every,
    weekday: every === 'Week' ? (weekday ?? null) : null,
    dayOfMonth: every === 'Month' ? (dayOfMonth ?? null) : null,
    time,
  }
}
