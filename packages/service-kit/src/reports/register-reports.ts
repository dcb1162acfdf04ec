import type { accountingReportRoutes, reportRoutes } from '@open-oms/contracts/reports/routes'
import { type KitDeps, register, type Server } from '../server/register-route.ts'
import { listReports, type ReportDeps, runReport } from './run-report.ts'

/** The routes of the reports of a service (reports.md#endpoints). */
export function registerReports(
  app: Server,
  deps: KitDeps & ReportDeps,
  routes: typeof reportRoutes | typeof accountingReportRoutes,
): void {
  register(app, deps, routes.list, async (deps) => ({ body: listReports(deps) }))
  register(app, deps, routes.run, (deps, { caller, params, query }) => runReport(deps, caller, { name: params.name, query }))
}
