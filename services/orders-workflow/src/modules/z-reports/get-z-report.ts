import { DomainError, invalid } from '@oms/contracts/errors'
import { Z_REPORT_PAGES_MAX, Z_REPORTS_PER_PAGE } from '@oms/contracts/orders/z-reports/routes'
import type { ZReportQuery } from '@oms/contracts/orders/z-reports/z-report'
import { type Caller, isInScope } from '@oms/service-kit/authentication/caller'
import { JsonText } from '@oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { findReport, findReports } from './z-report-queries.ts'

/**
 * Reads a report as JSON (z-reports.md#report-reads). Raises `NotFound`, also for one of a store
 * outside the token.
 */
export async function getZReport(deps: Pick<OrderDeps, 'query'>, caller: Caller, zReportId: string): Promise<JsonText> {
  const found = await findReport(deps, zReportId)
  if (found === null || !isInScope(caller, found.storeId))
    throw new DomainError('NotFound', `There is no Z-report "${zReportId}".`)
  return new JsonText(found.document)
}

/**
 * Lists reports as JSON, the newest first (z-reports.md#report-reads). Raises `WindowExceeded`,
 * `ValidationFailed` for a reversed date range.
 */
export async function listZReports(deps: Pick<OrderDeps, 'reading'>, caller: Caller, query: ZReportQuery): Promise<JsonText> {
  const { storeId, from, to, page = 1 } = query
  if (page > Z_REPORT_PAGES_MAX)
    throw new DomainError('WindowExceeded', `There are at most ${Z_REPORT_PAGES_MAX} pages. Narrow the dates instead.`, {
      errors: { page: [`is at most ${Z_REPORT_PAGES_MAX}`] },
    })
  if (from !== undefined && to !== undefined && from > to) throw invalid('to', 'is before from')
  const { totalHits, documents } = await findReports(deps.reading, {
    storeId: storeId || null,
    stores: caller.storeIds,
    from: from ?? null,
    to: to ?? null,
    take: Z_REPORTS_PER_PAGE,
    offset: (page - 1) * Z_REPORTS_PER_PAGE,
  })
  return new JsonText(`{"totalHits":${totalHits},"result":[${documents.join(',')}]}`)
}
