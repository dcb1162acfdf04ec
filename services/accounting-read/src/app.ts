import { accountingDeadLetters } from '@open-oms/contracts/dead-letters/routes'
import { registerDeadLetters } from '@open-oms/service-kit/dead-letters/register-dead-letters'
import type { ReportDeps } from '@open-oms/service-kit/reports/run-report'
import { buildServer, type ServerOptions } from '@open-oms/service-kit/server/build-server'
import type { Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from './deps.ts'
import { registerAccountingFiles } from './modules/accounting-files/routes.ts'
import { registerExport } from './modules/export/routes.ts'
import { registerLedger } from './modules/ledger/routes.ts'
import { registerPostings } from './modules/postings/routes.ts'
import { registerLedgerReports } from './modules/reports/routes.ts'
import { registerExplainDay } from './modules/why/routes.ts'

/** Returns a server with all routes of accounting; it does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps & ReportDeps): Promise<Server> {
  const app = await buildServer(options)
  registerPostings(app, deps)
  registerExplainDay(app, deps)
  registerLedger(app, deps)
  registerExport(app, deps)
  registerAccountingFiles(app, deps)
  registerLedgerReports(app, deps)
  registerDeadLetters(app, deps, accountingDeadLetters)
  return app
}
