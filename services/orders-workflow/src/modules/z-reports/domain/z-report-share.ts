import type { Order } from '@open-oms/contracts/orders/order'
import { type OrderConfig, orderCurrency } from '../../../order/rules/context/order-context.ts'
import { canceledStatusNames, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { movesMoney, type PublishedAllocation } from '../../../order/rules/payments/published-allocations.ts'
import { findRegister, type RegisterPlace } from '../../../order/rules/payments/register.ts'
import { effectiveOrderType } from '../../../order/rules/status/order-type.ts'
import type { RequestedReport } from './z-report-request.ts'

/** An order that a report may include, with its parts in reports. */
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
   * True if the order is in this report; false if only later payments, or refunds that a register
   * of the report has paid out, are.
   */
  hasOrder: boolean
  /** The payments that count in this report. */
  paymentIds: ReadonlySet<string>
  /** True if the report must write it: it did not have it before, or gives up a part of it. */
  isNew: boolean
}

/**
 * Why a sale of the store that is due is left out of a new report: it names no register, or is of a
 * register of the report in another currency. Nobody would look for it.
 */
export type Omission = { orderId: string; currency: string | null }

/**
 * `isReleased`: the report had a part of the order and gives it up. `isFullyReported`: nothing of
 * the order is left for another report of the store.
 */
export type ReportDecision = {
  share: ReportShare | null
  isReleased: boolean
  isFullyReported: boolean
  /** At most one. */
  omissions: Omission[]
}

export type DecidingReport = {
  zReportId: string
  requested: RequestedReport
  isRevision: boolean
  /** The registers whose waiting orders are included. */
  takenRegisterIds: readonly string[]
  config: OrderConfig
}

/**
 * The part of an order that a report includes (z-reports.md#counted-orders, ADR 40): the order with
 * its payments when it is in no report; else the payments after its report; and what a register of
 * the report has paid out for any order (ADR 98). Each payment counts in one report. A revision
 * keeps its parts as far as register and currency still fit. It includes no payments of orders in
 * other reports, and waiting orders only by `registersToTake`.
 */
export function decideShare(candidate: ReportCandidate, report: DecidingReport): ReportDecision {
  const counted = Object.keys(candidate.paymentReports).filter((id) => candidate.paymentReports[id] === report.zReportId)
  const isCounted = candidate.reportedIn === report.zReportId || counted.length > 0
  return isCounted ? keptShare(candidate, counted, report) : newShare(candidate, report)
}

/** What a report keeps of an order that it has counted. */
function keptShare(candidate: ReportCandidate, counted: readonly string[], report: DecidingReport): ReportDecision {
  const { order, published, reportedIn } = candidate
  const { registerIds } = report.requested
  const places = registerPlaces(candidate)
  const hadOrder = reportedIn === report.zReportId
  const hasOrder = hadOrder && isAt(registerIds, ownPlace(order), { order, report })
  const kept = counted.filter((id) => isAt(registerIds, places.get(id) ?? ownPlace(order), { order, report }))
  const isReleased = hasOrder !== hadOrder || kept.length < counted.length
  const share = { order, published, hasOrder, paymentIds: new Set(kept), isNew: isReleased }
  return { share: hasOrder || kept.length > 0 ? share : null, isReleased, isFullyReported: false, omissions: [] }
}

/** What a report takes of an order that it has not counted. */
function newShare(candidate: ReportCandidate, report: DecidingReport): ReportDecision {
  const { order, published, reportedIn, paymentReports } = candidate
  const { requested, isRevision, takenRegisterIds } = report
  const own = ownPlace(order)
  const isTaken = (place: RegisterPlace | null) => isAt(takenRegisterIds, place, { order, report })
  const open = [...registerPlaces(candidate)].filter(([id]) => paymentReports[id] === undefined)
  const isUnreported = reportedIn === null && order.orderType === POS_ORDER_TYPE
  // A reported refund of an order that was released since needs its sale reported too, in any
  // status.
  const isDue = isUnreported && (isReportable(order, report.config) || Object.keys(paymentReports).length > 0)
  const takesOrder = isDue && isTaken(own)
  const goesAlong = (place: RegisterPlace | null) =>
    isSame(place, own) ? takesOrder || !(isUnreported || isRevision) : !isRevision
  const taken = open.filter(([, place]) => isTaken(place) && goesAlong(place))
  const registerStore = (place: RegisterPlace | null) => place?.storeId ?? order.storeId
  const left = open.filter((one) => !taken.includes(one)).map(([, place]) => registerStore(place))
  const isLeft = left.includes(requested.storeId) || (isUnreported && !takesOrder && order.storeId === requested.storeId)
  const share = { order, published, hasOrder: takesOrder, paymentIds: new Set(taken.map(([id]) => id)), isNew: true }
  const omissions = isDue && !takesOrder && !isRevision ? omissionOf(order, own, report) : []
  return { share: takesOrder || taken.length > 0 ? share : null, isReleased: false, isFullyReported: !isLeft, omissions }
}

function omissionOf(
  order: Order,
  own: RegisterPlace | null,
  { requested, takenRegisterIds, config }: DecidingReport,
): Omission[] {
  if (order.storeId !== requested.storeId) return []
  if (own === null) return [{ orderId: order.id, currency: null }]
  const currency = orderCurrency(order, config)
  const isOther = currency !== requested.currencyCode && takenRegisterIds.includes(own.registerId)
  return isOther ? [{ orderId: order.id, currency }] : []
}

/** By payment that moves money, the register whose reports count it. */
function registerPlaces({ order, published }: ReportCandidate): ReadonlyMap<string, RegisterPlace | null> {
  const paidOutAt = new Map(published.map((allocation) => [allocation.paymentId, allocation.paidOutAt]))
  const moving = order.orderForm.payments.filter(movesMoney)
  return new Map(moving.map(({ id }) => [id, paidOutAt.get(id) ?? ownPlace(order)]))
}

/** The register of a Pos order; null for other orders, and for one without. */
function ownPlace({ orderType, storeId, properties }: Order): RegisterPlace | null {
  const registerId = orderType === POS_ORDER_TYPE ? findRegister(properties) : null
  return registerId === null ? null : { storeId: storeId, registerId }
}

function isSame(one: RegisterPlace | null, other: RegisterPlace | null): boolean {
  return one?.storeId === other?.storeId && one?.registerId === other?.registerId
}

type PlaceContext = { order: Order; report: DecidingReport }

/** Whether a place is one of these registers of the report's store, in the report's currency. */
function isAt(registerIds: readonly string[], place: RegisterPlace | null, { order, report }: PlaceContext): boolean {
  const { requested, config } = report
  if (place === null || orderCurrency(order, config) !== requested.currencyCode) return false
  return place.storeId === requested.storeId && registerIds.includes(place.registerId)
}

const POS_ORDER_TYPE = 'Pos'

/** The statuses of a completed Pos order, also after returns. */
const reportedStatuses: ReadonlySet<string> = new Set(['Completed', 'PartiallyReturned', 'Returned'])

/**
 * Whether a report may include an order: a completed one, and a cancelled one that was paid, whose
 * money is in the drawer (z-reports.md#counted-orders). A completed order that was reopened waits
 * until it is completed or cancelled again.
 */
function isReportable(order: Order, { orderTypes }: OrderConfig): boolean {
  const { status } = order
  if (status !== null && reportedStatuses.has(status)) return true
  const isCanceled = isStatusIn(canceledStatusNames(effectiveOrderType(order, orderTypes)))
  return isCanceled(status) && order.orderForm.payments.some(movesMoney)
}
