import { DomainError, invalid, invariant } from '@open-oms/contracts/errors'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import type { RequestedReport } from './domain/z-report-request.ts'
import type { ReportShare } from './domain/z-report-share.ts'

/** A stored report with the request that made it. */
export type StoredReport = { report: ZReport; requested: RequestedReport }

const lockNumber = statement({
  name: 'z-report-number-lock',
  text: `insert into z_report_number (store_id, number) values ($1, 0)
    on conflict (store_id) do update set number = z_report_number.number returning number`,
  parameters: [Sql.text],
  row: { number: Sql.bigint },
})

/**
 * Locks the closes of a store until the transaction ends, and returns the number of its last
 * report.
 */
export async function lockReportNumber(tx: Transaction, storeId: string): Promise<number> {
  const [row] = await lockNumber.on(tx, storeId)
  invariant(row !== undefined, 'a store has a counter of reports')
  return row.number
}

const loadForUpdate = statement({
  name: 'z-report-load',
  text: 'select document, request from z_report where z_report_id = $1 for update',
  parameters: [Sql.text],
  row: { document: Sql.json, request: Sql.json },
})

/** A report, locked until the transaction ends, or null. */
export async function loadReportForUpdate(tx: Transaction, zReportId: string): Promise<StoredReport | null> {
  const [row] = await loadForUpdate.on(tx, zReportId)
  return row === undefined ? null : { report: JSON.parse(row.document), requested: JSON.parse(row.request) }
}

const peek = statement({
  name: 'z-report-peek',
  text: `select (select number from z_report_number where store_id = $2) as number, r.document, r.request
    from (select 1) as one left join z_report r on r.z_report_id = $1`,
  parameters: [Sql.text, Sql.text],
  row: { number: Sql.nullable(Sql.bigint), document: Sql.nullable(Sql.json), request: Sql.nullable(Sql.json) },
})

/** The results of `lockReportNumber` and `loadReportForUpdate` without taking or awaiting locks. */
export async function peekReport(
  tx: Transaction,
  { zReportId, storeId }: { zReportId: string; storeId: string },
): Promise<{ lastNumber: number; stored: StoredReport | null }> {
  const [row] = await peek.on(tx, zReportId, storeId)
  return {
    lastNumber: row?.number ?? 0,
    stored: row?.document && row.request ? { report: JSON.parse(row.document), requested: JSON.parse(row.request) } : null,
  }
}

const findLast = statement({
  name: 'z-report-last',
  text: `select document, request from z_report
    where store_id = $1 and request ->> 'currencyCode' = $2
      and exists (select from json_array_elements_text(request -> 'registerIds') as register (id) where register.id = any($3))
    order by z_report_number desc limit 1`,
  parameters: [Sql.text, Sql.text, Sql.list(Sql.text)],
  row: { document: Sql.json, request: Sql.json },
})

/** The last report of any of these registers in the currency, or null. */
export async function findLastReport(
  tx: Transaction,
  { storeId, currencyCode, registerIds }: Pick<RequestedReport, 'storeId' | 'currencyCode' | 'registerIds'>,
): Promise<StoredReport | null> {
  const [row] = await findLast.on(tx, storeId, currencyCode, registerIds)
  return row === undefined ? null : { report: JSON.parse(row.document), requested: JSON.parse(row.request) }
}

/** An order at a version. */
export type VersionedId = { id: string; versionNumber: number }

export type ReportWrite = {
  report: ZReport
  requested: RequestedReport
  /** Parts that the report did not have before. */
  taken: readonly ReportShare[]
  /** Orders with parts that the report no longer has. */
  released: readonly string[]
  /** Orders with nothing left for another report, unless they have changed since they were read. */
  fullyReported: readonly VersionedId[]
}

const save = statement({
  name: 'z-report-save',
  text: `insert into z_report (z_report_id, store_id, z_report_number, revision, date_closed, request, document)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (z_report_id) do update set revision = excluded.revision, date_closed = excluded.date_closed,
      request = excluded.request, document = excluded.document
    where z_report.store_id = excluded.store_id returning z_report_id`,
  parameters: [Sql.text, Sql.text, Sql.bigint, Sql.integer, Sql.timestamptzText, Sql.json, Sql.json],
  row: { z_report_id: Sql.text },
})

const removeWaiting = statement({
  name: 'z-report-remove-waiting',
  text: `with
    -- the orders at the versions that the close has read
    seen as (select * from unnest($1::text[], $2::int[]) as seen (order_id, version_number)),
    -- refunds at this register, unless the order has changed since
    refunds as (
      delete from z_report_refund_waiting w using seen
      where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number
    )
    delete from z_report_waiting w using seen
    where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.integer), Sql.text],
  row: {},
})

/**
 * Writes a report, or a revision of one, with its parts of orders. Released parts wait for another
 * report. Raises `ResourceLocked` when a close of another store has a part of it,
 * `ValidationFailed` when one has the same id.
 */
export async function saveReport(
  tx: Transaction,
  { report, requested, taken, released, fullyReported }: ReportWrite,
): Promise<void> {
  const { zReportId, zReportNumber, storeId, revision, dateClosed } = report
  const saved = await save.on(
    tx,
    zReportId,
    storeId,
    zReportNumber,
    revision,
    dateClosed,
    JSON.stringify(requested),
    JSON.stringify(report),
  )
  // Closes of different stores do not wait for each other.
  if (saved.length === 0) throw invalid('storeId', 'is not the store of this report')
  if (released.length > 0) await releaseOrders.on(tx, zReportId, released, storeId)
  await take(tx, zReportId, taken)
  await removeWaiting.on(
    tx,
    fullyReported.map(({ id }) => id),
    fullyReported.map(({ versionNumber }) => versionNumber),
    storeId,
  )
  if (revision !== 1) return
  const moved = { where: { storeId }, data: { number: zReportNumber } }
  await usePrisma(tx, (prisma) => prisma.zReportNumber.update(moved))
}

const releaseOrders = statement({
  name: 'z-report-release-orders',
  text: `with
    -- the orders that are not purged meanwhile
    kept as materialized (
      select id, store_id, version_number from "order" where id = any($2) order by id for key share
    ),
    -- the orders, which are reported no longer
    gone as (
      delete from z_report_order where z_report_id = $1 and order_id = any($2)
    ),
    -- their payments, which are reported no longer
    uncounted as (
      delete from z_report_payment where z_report_id = $1 and order_id = any($2)
    ),
    -- their refunds, which wait again
    refunds as (
      insert into z_report_refund_waiting (order_id, store_id, version_number) select o.id, $3, o.version_number from kept o
      where exists (select from order_return r where r.order_id = o.id and r.register_id is not null)
      on conflict do nothing
    )
    insert into z_report_waiting (order_id, store_id, version_number) select id, store_id, version_number from kept
    on conflict do nothing`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.text],
  row: {},
})

const takeOrders = statement({
  name: 'z-report-take-orders',
  text: `with
    -- the orders that are not purged meanwhile
    kept as materialized (
      select id from "order" where id = any($2::text[] || $3::text[]) order by id for key share
    ),
    -- the orders that no other report has
    held as (
      insert into z_report_order (order_id, z_report_id) select id, $1 from kept where id = any($2::text[]) on conflict do nothing returning 1
    ),
    -- the payments that no other report has
    counted as (
      insert into z_report_payment (order_id, payment_id, z_report_id)
      select p.order_id, p.payment_id, $1 from unnest($3::text[], $4::text[]) p (order_id, payment_id) join kept on kept.id = p.order_id
      on conflict do nothing returning 1
    )
    select (select count(*) from held) + (select count(*) from counted) as count`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.text)],
  row: { count: Sql.bigint },
})

/**
 * The lock of a store serialises its closes; the keys only have to refuse an order that moved to
 * another store, or was purged, between two reads.
 */
async function take(tx: Transaction, zReportId: string, shares: readonly ReportShare[]): Promise<void> {
  const orderIds = shares.filter(({ hasOrder }) => hasOrder).map(({ order }) => order.id)
  const payments = shares.flatMap(({ order, paymentIds }) => [...paymentIds].map((id) => [order.id, id] as const))
  const [written] = await takeOrders.on(
    tx,
    zReportId,
    orderIds,
    payments.map(([orderId]) => orderId),
    payments.map(([, id]) => id),
  )
  if (written?.count === orderIds.length + payments.length) return
  throw new DomainError('ResourceLocked', 'Orders have gone to another store that is being closed as well, or were purged.', {
    retryAfterSeconds: 1,
  })
}
