import { auditActs, auditOutcomes } from '@oms/contracts/audit/audit-acts'
import { dayIn, textIn } from '../address-search.ts'
import { endOfDay, startOfDay } from '../display/zoned-time.ts'

const textFilters = ['actor', 'order', 'customer', 'trace'] as const

/** What the page of the audit log shows, as its address says; days are those of the person. */
export type AuditView = Partial<Record<(typeof textFilters)[number] | 'from' | 'to', string>> & {
  act?: (typeof auditActs)[number]
  outcome?: (typeof auditOutcomes)[number]
}

/** The state of the page in an address; what it does not understand is left out. */
export function readAuditView(raw: Readonly<Record<string, unknown>>): AuditView {
  const texts = textFilters.map((name) => [name, textIn(raw[name])])
  const days = (['from', 'to'] as const).map((name) => [name, dayIn(raw[name])])
  const act = ['act', auditActs.find((one) => one === raw.act)]
  const outcome = ['outcome', auditOutcomes.find((one) => one === raw.outcome)]
  return Object.fromEntries([...texts, ...days, act, outcome].filter(([, value]) => value !== undefined))
}

/** The filter of the API for a view, whose days are those of a time zone. */
export function auditFilter({ actor, order, customer, trace, act, outcome, from, to }: AuditView, timeZone: string) {
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
