import { invalid } from '@oms/contracts/errors'
import { zReportClosed } from '@oms/contracts/orders/events'
import type { Order } from '@oms/contracts/orders/order'
import type { CloseZReport, ZReport } from '@oms/contracts/orders/z-report'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import { type Caller, requireInScope } from '@oms/service-kit/server/caller'
import type { Deps } from '../../deps.ts'
import { currencyOf } from '../../domain/order-context.ts'
import { zReportFigures } from '../../domain/z-report-figures.ts'
import { type AskedReport, askedReport, belongsTo } from '../../domain/z-report-request.ts'
import {
  loadReportForUpdate,
  lockReportNumber,
  ordersToReport,
  type StoredReport,
  saveReport,
} from '../../persistence/z-report-repository.ts'

export type CloseRequest = { request: CloseZReport; caller: Caller; correlationId: string }

export type ClosedReport = {
  report: ZReport
  /** False: the same report was there already, and nothing was written. */
  isWritten: boolean
}

type ReportDeps = Pick<Deps, 'inTransaction' | 'config' | 'now' | 'newId'>

/**
 * Closes registers with a report that takes in every completed Pos order of theirs that stands in no other (4-decisions P.1). Closes of a
 * store go one after the other. Errors: ValidationFailed, also for a report of another store; Forbidden.
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
    const { orders, released } = await ordersOf(deps, tx, { zReportId, asked, isRevision: stored !== null })
    const report = reportOf(deps, { zReportId, asked, orders, stored, lastNumber })
    await saveReport(tx, { report, asked, released })
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

/**
 * A first report takes in whatever waits. A revision keeps its own orders as far as they still belong to it; new ones only when its
 * figures are summed from them: given figures know nothing of orders that came later.
 */
async function ordersOf(deps: ReportDeps, tx: Transaction, { zReportId, asked, isRevision }: Collect) {
  const orders: Order[] = []
  const released: string[] = []
  const isOpen = !isRevision || asked.figures === null
  for await (const batch of ordersToReport(tx, { zReportId, storeId: asked.storeId, isOpen })) {
    for (const { order, isOwn } of batch) {
      if (belongsTo(asked, order, currencyOf(order, deps.config()))) orders.push(order)
      else if (isOwn) released.push(order.id as string)
    }
  }
  return { orders, released }
}

type Parts = {
  zReportId: string
  asked: AskedReport
  orders: readonly Order[]
  stored: StoredReport | null
  lastNumber: number
}

function reportOf({ config, now }: ReportDeps, { zReportId, asked, orders, stored, lastNumber }: Parts): ZReport {
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
    ...(figures ?? zReportFigures(orders, context)),
    orderIds: orders.map(({ id }) => id as string),
  }
}

function giftCardMethods({ paymentMethods }: ReturnType<Deps['config']>): Set<string> {
  const methods = paymentMethods.filter((method) => method.isGiftCard)
  return new Set(methods.flatMap((method) => [method.name, method.paymentMethodName ?? method.name]))
}
