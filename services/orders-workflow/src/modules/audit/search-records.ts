import type { AuditAct, AuditOutcome } from '@open-oms/contracts/audit/audit-acts'
import type { AuditRecord } from '@open-oms/contracts/audit/audit-record'
import { AUDIT_PAGE_DEFAULT } from '@open-oms/contracts/audit/routes'
import { storedCustomerKey } from '@open-oms/service-kit/audit/audit-entry'
import type { QueryRunner } from '@open-oms/service-kit/database/database'
import { sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows } from '@open-oms/service-kit/database/statement'
import { cursorFormat } from '@open-oms/service-kit/input/cursor'
import { recordColumns, recordRow, toAuditRecord } from './audit-store.ts'

/** The filters of a search; what is absent filters nothing. */
export type AuditFilter = {
  from?: string | undefined
  to?: string | undefined
  actor?: string | undefined
  act?: AuditAct | undefined
  outcome?: AuditOutcome | undefined
  orderId?: string | undefined
  customerKey?: string | undefined
  traceId?: string | undefined
}

export type AuditSearch = AuditFilter & { take?: number | undefined; after?: string | undefined }

const cursors = cursorFormat<number>({
  write: String,
  read: (text) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null),
  problem: 'is not the "next" of a page of the audit log',
})

/** The records before a place of the chain, newest first. */
export function recordsStatement(
  filter: AuditFilter,
  { before, take }: { before: number | null; take: number },
): BuiltStatement<typeof recordRow> {
  const conditions = sqlConditions()
  conditions.addIfPresent((from) => `time >= ${from}`, filter.from)
  conditions.addIfPresent((to) => `time <= ${to}`, filter.to)
  conditions.addIfPresent((actor) => `lower(actor) = lower(${actor})`, filter.actor)
  conditions.addIfPresent((act) => `act = ${act}`, filter.act)
  conditions.addIfPresent((outcome) => `outcome = ${outcome}`, filter.outcome)
  conditions.addIfPresent((orderId) => `order_id = ${orderId}`, filter.orderId)
  conditions.addIfPresent(
    (keys) => `customer_key = any(${keys})`,
    filter.customerKey ? [filter.customerKey, storedCustomerKey(filter.customerKey)] : undefined,
  )
  conditions.addIfPresent((traceId) => `trace_id = ${traceId}`, filter.traceId)
  if (before !== null) conditions.add((sequence) => `sequence < ${sequence}`, before)
  const limit = conditions.parameter(take)
  const text = `select ${recordColumns} from audit_record ${conditions.where()} order by sequence desc limit ${limit}`
  return { text, values: conditions.values, row: recordRow }
}

/** A page of the audit log, newest first. Raises `ValidationFailed` for an `after` of no page. */
export async function searchRecords(
  database: Pick<QueryRunner, 'query'>,
  { take = AUDIT_PAGE_DEFAULT, after, ...filter }: AuditSearch,
): Promise<{ result: AuditRecord[]; next: string | null }> {
  const before = after === undefined ? null : cursors.parse(after)
  const rows = await fetchRows(database, recordsStatement(filter, { before, take: take + 1 }))
  const page = rows.slice(0, take)
  const last = page.at(-1)
  return {
    result: page.map(toAuditRecord),
    next: rows.length > take && last !== undefined ? cursors.format(last.sequence) : null,
  }
}
