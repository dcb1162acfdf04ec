import * as contracts from '@open-oms/contracts/orders/z-reports/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { closeZReport, previewZReport } from './close-z-report.ts'
import { getZReport, listZReports } from './get-z-report.ts'

export function registerZReports(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.closeZReport, async (deps, { body, caller, traceId }) => {
    const { report, isWritten } = await closeZReport(deps, { request: body, caller, correlationId: traceId })
    if (!isWritten) return { status: 200, body: report }
    return { status: 201, body: report, headers: { location: `/api/ZReport/${encodeURIComponent(report.zReportId)}` } }
  })

  register(
    app,
    deps,
    contracts.previewZReport,
    async (deps, { body, caller }) => ({ body: await previewZReport(deps, { request: body, caller }) }),
    // It reads one snapshot in its own transaction.
    { transactions: 'separate' },
  )

  register(app, deps, contracts.getZReport, async (deps, { caller, params }) => ({
    body: await getZReport(deps, caller, params.zReportId),
  }))

  register(app, deps, contracts.listZReports, async (deps, { caller, query }) => ({
    body: await listZReports(deps, caller, query),
  }))
}
