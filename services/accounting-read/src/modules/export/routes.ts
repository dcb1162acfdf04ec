import { exportLedgerLines as route } from '@open-oms/contracts/accounting/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { exportLedgerLines } from './export-ledger-lines.ts'

/** The route that exports ledger lines as a file (ledger.md#trial-balance). */
export function registerExport(app: Server, deps: Deps): void {
  register(app, deps, route, (deps, { caller, query }) => exportLedgerLines(deps, caller, query))
}
