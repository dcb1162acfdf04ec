import { invalid } from '@oms/contracts/errors'
import { zReportClosed } from '@oms/contracts/orders/events'
import type { CloseZReport, ZReport, ZReportLaterPayment } from '@oms/contracts/orders/z-report'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import { type Caller, requireInScope } from '@oms/service-kit/server/caller'
import type { Deps } from '../../deps.ts'
import { zReportFigures } from '../../domain/z-report-figures.ts'
import { type AskedReport, askedReport } from '../../domain/z-report-request.ts'
import { decideShare, type ReportShare } from '../../domain/z-report-share.ts'
import {
  loadReportForUpdate,
  lockReportNumber,
  reportCandidates,
  type StoredReport,
  saveReport,
  type VersionedId,
} from '../../persistence/z-report-repository.ts'

export type CloseRequest = { request: CloseZReport; caller: Caller; correlationId: string }

export type ClosedReport = {
  report: ZReport
  /** False: the same report was there already, and nothing was written. */
  isWritten: boolean
}

type ReportDeps = Pick<Deps, 'inTransaction' | 'config' | 'now' | 'newId'>

/**
 * Closes registers with a report that takes in every completed Pos order of theirs that stands in no other, and the payments of reported ones
 * that came after their report (4-decisions P.1, ADR 40). Closes of a store go one after the other. Errors: ValidationFailed, also for a report of
 * another store; Forbidden; ResourceLocked when an order has gone to another store that is being closed as well.
 */
export async function closeZReport(deps: ReportDeps, { request, caller, correlationId }: CloseRequest): Promise<ClosedReport> {
  const asked = askedReport(request, deps.config())
  requireInScope(caller, asked.storeId)
  return await deps.inTransaction(async (tx) => {
    const lastNumber = await lockReportNumber(tx, asked.storeId)
    const zReportId = request.zReportId ?? deps.newId()
    const stored = await loadReportForUpdate(tx, zReportId)
    if (stored !== null && stored.report.storeId !== asked.storeId) throw invalid('storeId', 'is not the store of this report')
    if (stored !== null && isSame(stored.asked, asked)) return { report: stored.report, isWritten: false }
    const { shares, ...changes } = await sharesOf(deps, tx, { zReportId, asked, isRevision: stored !== null })
    const report = reportOf(deps, { zReportId, asked, shares, stored, lastNumber })
    await saveReport(tx, { report, asked, taken: shares.filter(({ isNew }) => isNew), ...changes })
    const { revision: sequence } = report
    const event = { subject: zReportId, sequence, time: deps.now(), data: report, actor: caller.actor, correlationId }
    await appendToOutbox(tx, [newEvent(zReportClosed, event)])
    return { report, isWritten: true }
  })
}

function isSame(one: AskedReport, other: AskedReport): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type Collect = { zReportId: string; asked: AskedReport; isRevision: boolean }

/** What the report takes in or keeps, and what becomes of everything else that it has looked at. */
async function sharesOf(deps: ReportDeps, tx: Transaction, collect: Collect) {
  const shares: ReportShare[] = []
  const released: string[] = []
  const settled: VersionedId[] = []
  const report = { ...collect, config: deps.config() }
  for await (const batch of reportCandidates(tx, { zReportId: collect.zReportId, storeId: collect.asked.storeId })) {
    for (const { candidate, versionNumber } of batch) {
      const { share, releases, settles } = decideShare(candidate, report)
      const id = candidate.order.id as string
      if (share !== null) shares.push(share)
      if (releases) released.push(id)
      if (settles) settled.push({ id, versionNumber })
    }
  }
  return { shares, released, settled }
}

type Parts = {
  zReportId: string
  asked: AskedReport
  shares: readonly ReportShare[]
  stored: StoredReport | null
  lastNumber: number
}

function reportOf({ config, now }: ReportDeps, { zReportId, asked, shares, stored, lastNumber }: Parts): ZReport {
  const time = now().toISOString()
  const { figures, dateClosed, ...identity } = asked
  const context = { config: config(), giftCardMethods: giftCardMethods(config()) }
  return {
    zReportId,
    zReportNumber: stored?.report.zReportNumber ?? lastNumber + 1,
    revision: (stored?.report.revision ?? 0) + 1,
    ...identity,
    dateClosed: dateClosed ?? stored?.report.dateClosed ?? time,
    created: stored?.report.created ?? time,
    modified: time,
    ...(figures ?? zReportFigures(shares, context)),
    orderIds: shares.filter(({ isHeld }) => isHeld).map(({ order }) => order.id as string),
    laterPayments: shares.filter(({ isHeld }) => !isHeld).flatMap(paymentsOf),
  }
}

function paymentsOf({ order, paymentIds }: ReportShare): ZReportLaterPayment[] {
  return [...paymentIds].map((paymentId) => ({ orderId: order.id as string, paymentId }))
}

function giftCardMethods({ paymentMethods }: ReturnType<Deps['config']>): Set<string> {
  const methods = paymentMethods.filter((method) => method.isGiftCard)
  return new Set(methods.flatMap((method) => [method.name, method.paymentMethodName ?? method.name]))
}
