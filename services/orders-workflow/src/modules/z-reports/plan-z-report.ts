import { invalid } from '@open-oms/contracts/errors'
import type { CloseZReport, ZReport, ZReportLaterPayment } from '@open-oms/contracts/orders/z-reports/z-report'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { orderColumn } from '../../order/store/stored-document.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { withCounted, zReportFigures } from './domain/z-report-figures.ts'
import { hasOwnContent, type RequestedReport, registersToTake } from './domain/z-report-request.ts'
import { decideShare, type Omission, type ReportCandidate, type ReportShare } from './domain/z-report-share.ts'
import { drawerWarnings, figureWarnings, omissionWarnings } from './domain/z-report-warnings.ts'
import { findLastReport, type ReportWrite, type StoredReport, type VersionedId } from './z-report-store.ts'

const ORDERS_PER_READ = 200

const findCandidates = statement({
  name: 'z-report-candidates',
  text: `select o.id, o.version_number as "versionNumber", o.document, coalesce(o.published_allocations, o.told_payments) as published, r.z_report_id as "reportedIn", (
        select coalesce(json_object_agg(p.payment_id, p.z_report_id), '{}') from z_report_payment p where p.order_id = o.id
      ) as "paymentReports"
      from (
        select order_id from z_report_order where z_report_id = $1
        union
        select order_id from z_report_payment where z_report_id = $1
        union
        select order_id from z_report_waiting where store_id = $2
        union
        select order_id from z_report_refund_waiting where store_id = $2
      ) candidate
      join "order" o on o.id = candidate.order_id
      left join z_report_order r on r.order_id = o.id
      where o.id > $3 and (r.order_id is not null or not o.is_deleted)
      order by o.id limit ${ORDERS_PER_READ}`,
  parameters: [Sql.text, Sql.text, Sql.text],
  row: {
    id: Sql.text,
    versionNumber: Sql.integer,
    document: orderColumn,
    published: Sql.nullable(Sql.json),
    reportedIn: Sql.nullable(Sql.text),
    paymentReports: Sql.json,
  },
})

type CandidateRow = RowOf<typeof findCandidates.row>

/**
 * The orders that a report of a store may include, in batches and each with its version: those that
 * it has parts of, and waiting ones. Deleted orders in no report wait until they are restored.
 */
async function* reportCandidates(
  tx: Transaction,
  { zReportId, storeId }: { zReportId: string; storeId: string },
): AsyncGenerator<{ candidate: ReportCandidate; versionNumber: number }[]> {
  for (let after = ''; ; ) {
    const rows = await findCandidates.on(tx, zReportId, storeId, after)
    if (rows.length > 0) yield rows.map(toReportCandidate)
    if (rows.length < ORDERS_PER_READ) return
    after = rows.at(-1)?.id ?? after
  }
}

function toReportCandidate({ versionNumber, document, published, reportedIn, paymentReports }: CandidateRow) {
  const payments = { published: published === null ? [] : JSON.parse(published), paymentReports: JSON.parse(paymentReports) }
  return { candidate: { order: document, reportedIn, ...payments }, versionNumber }
}

type ReportDeps = Pick<OrderDeps, 'config' | 'now'>

export type ReportToPlan = {
  request: CloseZReport
  requested: RequestedReport
  zReportId: string
  /** The current report with the id. */
  stored: StoredReport | null
  /** The number of the last report of the store. */
  lastNumber: number
}

/**
 * Returns the report of a request at this moment, and what to write for it; `write` is null when
 * the same report exists: by its id or, of a close without one, as the last of its registers with
 * nothing to count since (ADR 171). Writes nothing. Raises `ValidationFailed` for the id of a
 * report of another store.
 */
export async function planZReport(
  deps: ReportDeps,
  tx: Transaction,
  toPlan: ReportToPlan,
): Promise<{ report: ZReport; write: ReportWrite | null }> {
  const { request, requested, stored } = toPlan
  if (stored !== null && stored.report.storeId !== requested.storeId) throw invalid('storeId', 'is not the store of this report')
  if (stored !== null && isSame(stored.requested, requested)) return { report: stored.report, write: null }
  const { shares, omissions, ...changes } = await collectShares(deps, tx, toPlan)
  if (request.zReportId === undefined && shares.length === 0 && hasOwnContent(requested)) {
    const last = await findLastReport(tx, requested)
    if (last !== null && isSame(last.requested, requested)) return { report: last.report, write: null }
  }
  const report = buildReport(deps, toPlan, { shares, omissions })
  return { report, write: { report, requested, taken: shares.filter(({ isNew }) => isNew), ...changes } }
}

function isSame(one: RequestedReport, other: RequestedReport): boolean {
  // As JSON, since one of them was stored as such: 0 and -0 are the same there, and differ for
  // `isEqual`.
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The parts that the report includes or keeps, the sales that it leaves out, and the outcome for
 * all other candidates.
 */
async function collectShares({ config }: ReportDeps, tx: Transaction, { requested, stored, zReportId }: ReportToPlan) {
  const shares: ReportShare[] = []
  const omissions: Omission[] = []
  const released: string[] = []
  const fullyReported: VersionedId[] = []
  const takenRegisterIds = registersToTake(requested, stored?.requested ?? null)
  const report = { zReportId, requested, isRevision: stored !== null, takenRegisterIds, config: config() }
  for await (const batch of reportCandidates(tx, { zReportId, storeId: requested.storeId })) {
    for (const { candidate, versionNumber } of batch) {
      const { share, isReleased, isFullyReported, omissions: omitted } = decideShare(candidate, report)
      const id = candidate.order.id
      if (share !== null) shares.push(share)
      omissions.push(...omitted)
      if (isReleased) released.push(id)
      if (isFullyReported) fullyReported.push({ id, versionNumber })
    }
  }
  return { shares, omissions, released, fullyReported }
}

type ReportParts = { shares: readonly ReportShare[]; omissions: readonly Omission[] }

function buildReport({ config, now }: ReportDeps, toPlan: ReportToPlan, { shares, omissions }: ReportParts): ZReport {
  const { request, requested, zReportId, stored, lastNumber } = toPlan
  const time = now().toISOString()
  const { figures, counted = {}, dateClosed, ...identity } = requested
  const summed = zReportFigures(shares, { config: config(), giftCardMethods: giftCardMethods(config()) })
  const shown = figures ?? withCounted(summed, counted)
  const isIdle = stored === null && shares.length === 0
  return {
    zReportId,
    zReportNumber: stored?.report.zReportNumber ?? lastNumber + 1,
    revision: (stored?.report.revision ?? 0) + 1,
    ...identity,
    dateClosed: dateClosed ?? stored?.report.dateClosed ?? time,
    created: stored?.report.created ?? time,
    modified: time,
    ...shown,
    orderIds: shares.filter(({ hasOrder }) => hasOrder).map(({ order }) => order.id),
    laterPayments: shares.filter(({ hasOrder }) => !hasOrder).flatMap(laterPayments),
    warnings: [
      ...(isIdle ? drawerWarnings(shown.cashManagement) : []),
      ...omissionWarnings(omissions),
      ...figureWarnings(request, summed),
    ],
  }
}

function laterPayments({ order, paymentIds }: ReportShare): ZReportLaterPayment[] {
  return [...paymentIds].map((paymentId) => ({ orderId: order.id, paymentId }))
}

function giftCardMethods({ paymentMethods }: ReturnType<OrderDeps['config']>): Set<string> {
  const methods = paymentMethods.filter((method) => method.isGiftCard)
  return new Set(methods.flatMap((method) => [method.name, method.paymentMethodName ?? method.name]))
}
