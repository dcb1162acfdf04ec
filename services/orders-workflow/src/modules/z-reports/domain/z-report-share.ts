import type { Order } from '@oms/contracts/orders/order'
import { currencyOf, type OrderConfig } from '../../../order/document/order-context.ts'
import { movesMoney, type PublishedAllocation } from '../../../order/payments/published-allocations.ts'
import type { RequestedReport } from './z-report-request.ts'

/** A Pos order that a report may include, with its parts in reports. */
export type ReportCandidate = {
  order: Order
  /** Its published payments. */
  published: readonly PublishedAllocation[]
  /** The report of the order, if any. */
  reportedIn: string | null
  /** The report of each counted payment, by the id of the payment. */
  paymentReports: Readonly<Record<string, string>>
}

/** The part of an order in a report. */
export type ReportShare = {
  order: Order
  published: readonly PublishedAllocation[]
  /**
   * True if the order is in this report; false if only payments after the report of the order are.
   */
  hasOrder: boolean
  /** The payments that count in this report. */
  paymentIds: ReadonlySet<string>
  /** True if the report did not have it before. */
  isNew: boolean
}

/**
 * `isReleased`: the report had a part of the order and gives it up. `isFullyReported`: nothing of
 * the order is left for another report.
 */
export type ReportDecision = { share: ReportShare | null; isReleased: boolean; isFullyReported: boolean }

export type DecidingReport = {
  zReportId: string
  requested: RequestedReport
  isRevision: boolean
  /** The registers whose waiting orders are included. */
  takenRegisterIds: readonly string[]
  config: OrderConfig
}

const nothing = { share: null, isReleased: false, isFullyReported: false }

/**
 * The part of an order that a report includes (z-reports.md#counted-orders, ADR 40): the order with
 * its payments when it is in no report; else the payments after its report. Each payment counts in
 * one report. A revision keeps its parts as far as register and currency still fit. It includes no
 * payments of orders in other reports, and waiting orders only by `registersToTake`.
 */
export function decideShare(candidate: ReportCandidate, report: DecidingReport): ReportDecision {
  const { order, published, reportedIn, paymentReports } = candidate
  const { zReportId, requested, isRevision, takenRegisterIds, config } = report
  const hasOrder = reportedIn === zReportId
  const own = Object.keys(paymentReports).filter((id) => paymentReports[id] === zReportId)
  const belongs = belongsTo(requested, order, currencyOf(order, config))
  if (hasOrder || own.length > 0) {
    const share = { order, published, hasOrder, paymentIds: new Set(own), isNew: false }
    return { share: belongs ? share : null, isReleased: !belongs, isFullyReported: false }
  }
  const open = openPayments(candidate)
  if (reportedIn !== null && open.size === 0) return { ...nothing, isFullyReported: true }
  if (!belongs || (isRevision && reportedIn !== null) || !isOfRegisters(takenRegisterIds, order)) return nothing
  // A reported refund of an order that was released since needs its sale reported too, in any
  // status.
  if (reportedIn === null && !isReportable(order) && Object.keys(paymentReports).length === 0) return nothing
  const share = { order, published, hasOrder: reportedIn === null, paymentIds: open, isNew: true }
  return { share, isReleased: false, isFullyReported: true }
}

/** The payments that move money and are in no report yet. */
function openPayments({ order, paymentReports }: ReportCandidate): Set<string> {
  const paymentIds = order.orderForm.payments.filter(movesMoney).map(({ id }) => id as string)
  return new Set(paymentIds.filter((id) => paymentReports[id] === undefined))
}

const REGISTER_PROPERTY = 'RegisterId'

/** The statuses of a completed Pos order, also after returns. */
const reportedStatuses: ReadonlySet<string> = new Set(['Completed', 'PartiallyReturned', 'Returned'])

/**
 * Whether a report may include an order. A completed order that was cancelled or reopened waits
 * until it is completed again.
 */
function isReportable({ status }: Pick<Order, 'status'>): boolean {
  return status !== null && reportedStatuses.has(status)
}

/**
 * Whether an order is one of the registers and of the currency of a report. `currency` is the
 * order's.
 */
function belongsTo(requested: RequestedReport, order: Pick<Order, 'properties'>, currency: string): boolean {
  return isOfRegisters(requested.registerIds, order) && currency === requested.currencyCode
}

function isOfRegisters(registerIds: readonly string[], { properties }: Pick<Order, 'properties'>): boolean {
  const register = properties.find(({ key }) => key === REGISTER_PROPERTY)?.value
  return typeof register === 'string' && registerIds.includes(register)
}
