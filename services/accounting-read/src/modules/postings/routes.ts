import * as routes from '@oms/contracts/accounting/routes'
import { invalid } from '@oms/contracts/errors'
import { register, type Server } from '@oms/service-kit/server/register-route'

import type { Deps } from '../../deps/deps.ts'
import { exportLedgerLines } from '../export/export-ledger-lines.ts'
import { getPostingLine, getPostingLines } from '../ledger/get-posting-lines.ts'
import { getTrialBalance } from '../ledger/get-trial-balance.ts'
import { searchLedgerLines } from '../ledger/search-ledger-lines.ts'
import { getPosting, getPostingByZReport } from './get-posting.ts'
import { searchPostings } from './search-postings.ts'

/** Postings and ledger lines, read only (document 2). */
export function registerReadPostings(app: Server, deps: Deps): void {
  register(app, deps, routes.getPosting, async (deps, { caller, params }) => ({
    body: await getPosting(deps, caller, params.id),
  }))
  register(app, deps, routes.getPostingWithoutId, async () => {
    throw invalid('id', 'is missing')
  })
  register(app, deps, routes.getPostingByZReport, async (deps, { caller, params }) => ({
    body: await getPostingByZReport(deps, caller, params.zReportId),
  }))
  register(app, deps, routes.getPostingByZReportWithoutId, async () => {
    throw invalid('zReportId', 'is missing')
  })
  register(app, deps, routes.searchPostings, async (deps, { caller, body }) => ({
    body: await searchPostings(deps, caller, body),
  }))
  register(app, deps, routes.getPostingLines, async (deps, { caller, params }) => ({
    body: await getPostingLines(deps, caller, params.id),
  }))
  register(app, deps, routes.getPostingLine, async (deps, { caller, params }) => ({
    body: await getPostingLine(deps, caller, params),
  }))
  register(app, deps, routes.searchLedgerLines, async (deps, { caller, body }) => ({
    body: await searchLedgerLines(deps, caller, body),
  }))
  register(app, deps, routes.exportLedgerLines, (deps, { caller, query }) => exportLedgerLines(deps, caller, query))
  register(app, deps, routes.getTrialBalance, async (deps, { caller, query }) => ({
    body: await getTrialBalance(deps, caller, query),
  }))
}
