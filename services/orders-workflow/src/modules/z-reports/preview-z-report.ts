import type { CloseZReport, ZReport } from '@oms/contracts/orders/z-reports/z-report'
import { type Caller, requireInScope } from '@oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/order-deps.ts'
import { requestedReport } from './domain/z-report-request.ts'
import { makeZReport } from './make-z-report.ts'
import { peekReport } from './z-report-store.ts'

type PreviewDeps = Pick<OrderDeps, 'inTransaction' | 'config' | 'now' | 'newId'>

/**
 * The report that a close would make now (z-reports.md#report-preview). Nothing is stored, and
 * concurrent closes do not wait: all is read in one snapshot, so that orders of an uncommitted
 * close still wait. Raises `ValidationFailed` and `Forbidden` as of a close.
 */
export async function previewZReport(
  deps: PreviewDeps,
  { request, caller }: { request: CloseZReport; caller: Caller },
): Promise<ZReport> {
  const requested = requestedReport(request, deps.config())
  requireInScope(caller, requested.storeId)
  const zReportId = request.zReportId ?? deps.newId()
  return await deps.inTransaction(async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    const found = await peekReport(tx, { zReportId, storeId: requested.storeId })
    const { report } = await makeZReport(deps, tx, { request, requested, zReportId, ...found })
    return report
  })
}
