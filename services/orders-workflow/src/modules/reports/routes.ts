import { reportRoutes } from '@oms/contracts/reports/routes'
import { registerReports } from '@oms/service-kit/reports/register-reports'
import type { Server } from '@oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { SavedReportDeps } from './report-deps.ts'
import { registerSavedReports } from './saved/routes.ts'

export function registerOrderReports(app: Server, deps: OrderDeps & SavedReportDeps): void {
  registerReports(app, deps, reportRoutes)
  registerSavedReports(app, deps)
}
