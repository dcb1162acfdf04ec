import { exportPostings as route } from '@open-oms/contracts/accounting/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { exportPostings } from './export-postings.ts'

/** The route that exports postings as a file for an ERP (accounting-files.md#export). */
export function registerAccountingFiles(app: Server, deps: Deps): void {
  register(app, deps, route, (deps, { caller, query }) => exportPostings(deps, caller, query))
}
