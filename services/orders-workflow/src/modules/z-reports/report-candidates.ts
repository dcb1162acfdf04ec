import { integer, json, nullable, type RowOf, statement, text } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { orderColumn } from '../../order/store/stored-document.ts'
import type { ReportCandidate } from './domain/z-report-share.ts'

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
  parameters: [text, text, text],
  row: {
    id: text,
    versionNumber: integer,
    document: orderColumn,
    published: nullable(json),
    reportedIn: nullable(text),
    paymentReports: json,
  },
})

type CandidateRow = RowOf<typeof findCandidates.row>

/**
 * The orders that a report of a store may include, in batches and each with its version: those that
 * it has parts of, and waiting ones. Deleted orders in no report wait until they are restored.
 */
export async function* reportCandidates(
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
