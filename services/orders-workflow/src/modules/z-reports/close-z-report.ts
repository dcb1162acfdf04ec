import { zReportClosed } from '@open-oms/contracts/orders/events'
import type { CloseZReport, ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { type Caller, requireInScope } from '@open-oms/service-kit/authentication/caller'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { appendToOutbox } from '@open-oms/service-kit/events/outbox'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { requestedReport } from './domain/z-report-request.ts'
import { planZReport } from './plan-z-report.ts'
import { loadReportForUpdate, lockReportNumber, peekReport, saveReport } from './z-report-store.ts'

export type CloseRequest = { request: CloseZReport; caller: Caller; correlationId: string }

export type ClosedReport = {
  report: ZReport
  /** False when the report already existed, and nothing was written. */
  isWritten: boolean
}

type ReportDeps = Pick<OrderDeps, 'inTransaction' | 'config' | 'now' | 'newId'>

/**
 * Closes registers with a report of every completed Pos order of theirs that is in no other, and of
 * later payments of reported orders (z-reports.md#register-close, ADR 40). Closes of a store are
 * sequential, so that equal ones with figures or `dateClosed`, but without an id, make one (ADR
 * 171). Raises `ValidationFailed`, also for a report of another store; `Forbidden`;
 * `ResourceLocked` when an order has moved to another store that is being closed as well, or was
 * purged meanwhile.
 */
export async function closeZReport(deps: ReportDeps, { request, caller, correlationId }: CloseRequest): Promise<ClosedReport> {
  const requested = requestedReport(request, deps.config())
  requireInScope(caller, requested.storeId)
  return await deps.inTransaction(async (tx) => {
    const lastNumber = await lockReportNumber(tx, requested.storeId)
    const zReportId = request.zReportId ?? deps.newId()
    const stored = await loadReportForUpdate(tx, zReportId)
    const { report, write } = await planZReport(deps, tx, { request, requested, zReportId, stored, lastNumber })
    if (write === null) return { report, isWritten: false }
    await saveReport(tx, write)
    const { revision: sequence } = report
    const event = { subject: zReportId, sequence, time: deps.now(), data: report, actor: caller.actor, correlationId }
    await appendToOutbox(tx, [newEvent(zReportClosed, event)])
    return { report, isWritten: true }
  })
}

/**
 * Returns the report that a close would make now, and stores nothing (z-reports.md#report-preview).
 * It reads one snapshot and takes no locks: concurrent closes do not wait for it, and it counts the
 * orders of a close that is not committed yet as well. Raises `ValidationFailed` and `Forbidden`.
 */
export async function previewZReport(
  deps: Pick<OrderDeps, 'inTransaction' | 'config' | 'now' | 'newId'>,
  { request, caller }: { request: CloseZReport; caller: Caller },
): Promise<ZReport> {
  const requested = requestedReport(request, deps.config())
  requireInScope(caller, requested.storeId)
  const zReportId = request.zReportId ?? deps.newId()
  return await deps.inTransaction(async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    const found = await peekReport(tx, { zReportId, storeId: requested.storeId })
    const { report } = await planZReport(deps, tx, { request, requested, zReportId, ...found })
    return report
  })
}
