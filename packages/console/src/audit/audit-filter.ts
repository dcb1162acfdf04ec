import { auditActs, auditOutcomes } from '@open-oms/contracts/audit/audit-acts'
import { endOfDay, startOfDay } from '../display/zoned-time.ts'
import type { AuditView } from './audit-view.ts'

export type AuditFilter = ReturnType<typeof auditFilter>

/**
 * The filter of the API for a view, whose days are those of a time zone. An act or an outcome that
 * there is not filters nothing.
 */
export function auditFilter({ actor, order, customer, trace, from, to, ...view }: AuditView, timeZone: string) {
  const act = auditActs.find((one) => one === view.act)
  const outcome = auditOutcomes.find((one) => one === view.outcome)
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(act === undefined ? {} : { act }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(order === undefined ? {} : { orderId: order }),
    ...(customer === undefined ? {} : { customerKey: customer }),
    ...(trace === undefined ? {} : { traceId: trace }),
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone).toISOString() }),
    ...(to === undefined ? {} : { to: endOfDay(to, timeZone).toISOString() }),
  }
}
