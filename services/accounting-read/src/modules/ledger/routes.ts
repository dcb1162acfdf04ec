import * as routes from '@open-oms/contracts/accounting/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { getLedgerFigures } from './get-ledger-figures.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { getPostingLine, getPostingLines, searchLedgerLines } from './search-ledger-lines.ts'

/** The routes that read ledger lines and their sums (ledger.md#ledger-line-fields). */
export function registerLedger(app: Server, deps: Deps): void {
  register(app, deps, routes.getPostingLines, async (deps, { caller, params }) => ({
    body: await getPostingLines(deps, caller, params.id),
  }))
  register(app, deps, routes.getPostingLine, async (deps, { caller, params }) => ({
    body: await getPostingLine(deps, caller, params),
  }))
  register(app, deps, routes.searchLedgerLines, async (deps, { caller, body }) => ({
    body: await searchLedgerLines(deps, caller, body),
  }))
  register(app, deps, routes.getTrialBalance, async (deps, { caller, query }) => ({
    body: await getTrialBalance(deps, caller, query),
  }))
  register(app, deps, routes.getLedgerFigures, async (deps, { caller, query }) => ({
    body: await getLedgerFigures(deps, caller, query),
  }))
}
