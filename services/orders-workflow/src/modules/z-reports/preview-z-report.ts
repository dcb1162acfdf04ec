import type { CloseZReport, ZReport } from '@oms/contracts/orders/z-reports/z-report'
import { type Caller, requireInScope } from '@oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { requestedReport } from './domain/z-report-request.ts'
import { planZReport } from './plan-z-report.ts'
import { peekReport } from './z-report-store.ts'

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
