import { reportRoutes } from '@open-oms/contracts/reports/routes'
import { registerReports } from '@open-oms/service-kit/reports/register-reports'
import type { Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { SavedReportDeps } from './report-deps.ts'
import { registerSavedReports } from './saved/routes.ts'

export function registerOrderReports(app: Server, deps: OrderDeps & SavedReportDeps): void {
  registerReports(app, deps, reportRoutes)
  registerSavedReports(app, deps)
}
