import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { ZReport } from '@oms/contracts/orders/z-report'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { AskedReport } from '../domain/z-report-request.ts'

/** A stored report with the request that made it. */
export type StoredReport = { report: ZReport; asked: AskedReport }

/** Lets one close of a store in at a time, and tells the number of its last report. Others wait until the transaction ends. */
export async function lockReportNumber(tx: Transaction, storeId: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>({
    name: 'z-report-number-lock',
    text: `insert into z_report_number (store_id, number) values ($1, 0)
      on conflict (store_id) do update set number = z_report_number.number returning number`,
    values: [storeId],
  })
  invariant(row !== undefined, 'a store has a counter of reports')
  return row.number
}

/** A report whose row stays as it is until the transaction ends, or null. */
export async function loadReportForUpdate(tx: Transaction, zReportId: string): Promise<StoredReport | null> {
  const [row] = await tx.query<{ document: string; request: string }>({
    name: 'z-report-load',
    text: 'select document, request from z_report where z_report_id = $1 for update',
    values: [zReportId],
  })
  return row === undefined ? null : { report: JSON.parse(row.document), asked: JSON.parse(row.request) }
}

const ORDERS_PER_READ = 200

/** What an order says about the report that it may stand in. */
export type WaitingOrder = { order: Order; isOwn: boolean }

/**
 * The orders that may stand in a report of a store, some at a time: those that this report holds, and with `isOpen` the completed ones that no
 * report holds. Deleted orders wait until they are restored.
 */
export async function* ordersToReport(
  tx: Transaction,
  { zReportId, storeId, isOpen }: { zReportId: string; storeId: string; isOpen: boolean },
): AsyncGenerator<WaitingOrder[]> {
  for (let after = ''; ; ) {
    const rows = await tx.query<{ id: string; document: string; isOwn: boolean }>({
      name: 'z-report-orders',
      text: `select o.id, o.document, r.order_id is not null as "isOwn"
        from (
          select order_id from z_report_order where z_report_id = $1
          union
          select w.order_id from z_report_waiting w
          where $3 and w.store_id = $2 and not exists (select from z_report_order r where r.order_id = w.order_id)
        ) candidate
        join "order" o on o.id = candidate.order_id
        left join z_report_order r on r.order_id = o.id
        where o.id > $4 and (r.order_id is not null or not o.is_deleted)
        order by o.id limit ${ORDERS_PER_READ}`,
      values: [zReportId, storeId, isOpen, after],
    })
    if (rows.length > 0) yield rows.map(({ document, isOwn }) => ({ order: JSON.parse(document), isOwn }))
    if (rows.length < ORDERS_PER_READ) return
    after = rows.at(-1)?.id ?? after
  }
}

export type ReportWrite = {
  report: ZReport
  asked: AskedReport
  /** Orders that the report held before and holds no longer. */
  released: readonly string[]
}

/** Writes a report, or a revision of one, and which orders it holds. Orders that it lets go wait for another report. */
export async function saveReport(tx: Transaction, { report, asked, released }: ReportWrite): Promise<void> {
  const { zReportId, zReportNumber, storeId, revision, dateClosed, orderIds } = report
  await tx.query({
    name: 'z-report-save',
    text: `insert into z_report (z_report_id, store_id, z_report_number, revision, date_closed, request, document)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (z_report_id) do update set revision = excluded.revision, date_closed = excluded.date_closed,
        request = excluded.request, document = excluded.document`,
    values: [zReportId, storeId, zReportNumber, revision, dateClosed, JSON.stringify(asked), JSON.stringify(report)],
  })
  if (released.length > 0)
    await tx.query({
      name: 'z-report-release-orders',
      text: `with gone as (delete from z_report_order where z_report_id = $1 and order_id = any($2) returning order_id)
        insert into z_report_waiting (order_id, store_id) select order_id, $3 from gone on conflict do nothing`,
      values: [zReportId, released, storeId],
    })
  await tx.query({
    name: 'z-report-take-orders',
    text: `with taken as (
        insert into z_report_order (order_id, z_report_id) select unnest($2::text[]), $1 on conflict do nothing
      )
      delete from z_report_waiting where order_id = any($2)`,
    values: [zReportId, orderIds],
  })
  if (revision === 1)
    await tx.query({
      name: 'z-report-number-move',
      text: 'update z_report_number set number = $2 where store_id = $1',
      values: [storeId, zReportNumber],
    })
}
