import type { SavedReport } from '@open-oms/contracts/reports/saved-report'
import * as contracts from '@open-oms/contracts/reports/saved-report-routes'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { SavedReportDeps } from '../report-deps.ts'
import {
  createSavedReport,
  deleteSavedReport,
  getSavedReport,
  listReportRuns,
  listSavedReports,
  replaceSavedReport,
  runSavedReport,
} from './manage-saved-reports.ts'

/** Reports that are run by a schedule (reports.md#saved-reports). */
export function registerSavedReports(app: Server, deps: OrderDeps & SavedReportDeps): void {
  register(app, deps, contracts.listSavedReports, async (deps, { caller }) => ({ body: await listSavedReports(deps, caller) }))
  register(app, deps, contracts.createSavedReport, async (deps, { caller, body }) => {
    const saved = await createSavedReport(deps, caller, body)
    return { ...savedReportResponse(saved), headers: { location: `/api/SavedReports/${saved.id}` } }
  })
  register(app, deps, contracts.getSavedReport, async (deps, { params, caller }) =>
    savedReportResponse(await getSavedReport(deps, { ...params, caller })),
  )
  register(app, deps, contracts.replaceSavedReport, async (deps, { params, caller, ifMatch, body }) =>
    savedReportResponse(await replaceSavedReport(deps, { ...params, caller, ifMatch }, body)),
  )
  register(app, deps, contracts.deleteSavedReport, async (deps, { params, caller, ifMatch }) => {
    await deleteSavedReport(deps, { ...params, caller, ifMatch })
    return {}
  })
  register(app, deps, contracts.runSavedReport, async (deps, { params, caller }) => ({
    body: await runSavedReport(deps, { ...params, caller }),
    headers: { location: `/api/SavedReports/${params.savedReportId}/Runs` },
  }))
  register(app, deps, contracts.listSavedReportRuns, async (deps, { params, caller }) => ({
    body: await listReportRuns(deps, { ...params, caller }),
  }))
}

function savedReportResponse(saved: SavedReport): RouteResponse {
  return { body: saved, version: saved.versionId }
}
