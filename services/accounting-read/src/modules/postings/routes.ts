import * as routes from '@open-oms/contracts/accounting/routes'
import { invalid } from '@open-oms/contracts/errors'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { getPosting, getPostingByZReport, searchPostings } from './search-postings.ts'

/** The routes that read postings (ledger.md#ledger-line-fields). */
export function registerPostings(app: Server, deps: Deps): void {
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
}
