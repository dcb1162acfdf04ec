import type { Order } from '@oms/contracts/orders/order'
import { currencyOf, type OrderConfig } from '../../../order/document/order-context.ts'
import { isBooked, type PublishedAllocation } from '../../../order/payments/published-allocations.ts'
import { type AskedReport, belongsTo, isOfRegisters, isReportable } from './z-report-request.ts'

/** A Pos order of which a report may take in something, with what reports have of it. */
export type ReportCandidate = {
  order: Order
  /** What was told of its payments. */
  told: readonly PublishedAllocation[]
  /** The report that the order stands in, if any. */
  heldBy: string | null
  /** The report that each counted payment counts in, by the id of the payment. */
  paymentReports: Readonly<Record<string, string>>
}

/** What a report has of an order. */
export type ReportShare = {
  order: Order
  told: readonly PublishedAllocation[]
  /** True: the order stands in this report. False: only payments do that came after the report of the order. */
  isHeld: boolean
  /** The payments that count in this report. */
  paymentIds: ReadonlySet<string>
  /** True: the report did not have it before. */
  isNew: boolean
}

/** `releases`: the report had something of the order and lets it go. `settles`: nothing of the order is left for another report. */
export type ReportDecision = { share: ReportShare | null; releases: boolean; settles: boolean }

export type ReportAsked = {
  zReportId: string
  asked: AskedReport
  isRevision: boolean
  /** The registers of which orders that wait are taken in. */
  takenRegisterIds: readonly string[]
  config: OrderConfig
}

const nothing = { share: null, releases: false, settles: false }

/**
 * What a report takes in of an order (z-reports.md#counted-orders, ADR 40): the order with its payments when it stands in no report; of one that stands in an
 * earlier report the payments that came after that. Each payment counts in one report. A revision keeps what its report had as far as register
 * and currency still fit. It takes in no payments of orders in other reports, and orders that wait only as `registersToTake` says.
 */
export function decideShare(candidate: ReportCandidate, report: ReportAsked): ReportDecision {
  const { order, told, heldBy, paymentReports } = candidate
  const { zReportId, asked, isRevision, takenRegisterIds, config } = report
  const isHeld = heldBy === zReportId
  const own = Object.keys(paymentReports).filter((id) => paymentReports[id] === zReportId)
  const belongs = belongsTo(asked, order, currencyOf(order, config))
  if (isHeld || own.length > 0) {
    const share = { order, told, isHeld, paymentIds: new Set(own), isNew: false }
    return { share: belongs ? share : null, releases: !belongs, settles: false }
  }
  const open = openPayments(candidate)
  if (heldBy !== null && open.size === 0) return { ...nothing, settles: true }
  if (!belongs || (isRevision && heldBy !== null) || !isOfRegisters(takenRegisterIds, order)) return nothing
  // A refund that a report has told of an order that is released since wants its sale told as well, whatever became of the order.
  if (heldBy === null && !isReportable(order) && Object.keys(paymentReports).length === 0) return nothing
  const share = { order, told, isHeld: heldBy === null, paymentIds: open, isNew: true }
  return { share, releases: false, settles: true }
}

/** The payments that move money and count in no report yet. */
function openPayments({ order, paymentReports }: ReportCandidate): Set<string> {
  const booked = order.orderForm.payments.filter(isBooked).map(({ id }) => id as string)
  return new Set(booked.filter((id) => paymentReports[id] === undefined))
}
