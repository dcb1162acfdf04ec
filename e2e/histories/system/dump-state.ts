import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { queryRows } from '@open-oms/tools/verify-deployment/orders'
import type { ProviderEffect } from '../faults/lying-provider.ts'
import { openHistory } from '../history.ts'

const ROWS = 500

/** Each query of a service's database, whose rows are records of a type. */
const queries = [
  {
    type: 'change',
    service: 'orders-workflow',
    text: 'select position::int, order_id as "orderId", version_id as "versionId", kind from order_change order by position',
  },
  { type: 'sequence', service: 'orders-workflow', text: 'select id as "orderId", event_sequence::int as sequence from "order"' },
  {
    type: 'level',
    service: 'orders-workflow',
    text: 'select sku_id as "skuId", warehouse_code as "warehouseCode", quantity::float, reserved_quantity::float as reserved from inventory',
  },
  {
    type: 'movement',
    service: 'orders-workflow',
    text: `select sku_id as "skuId", warehouse_code as "warehouseCode", kind, quantity_delta::float as "quantityDelta", reserved_delta::float as "reservedDelta",
      order_id as "orderId", line_item_id as "lineItemId", is_closed as "isClosed", reason from inventory_movement order by id`,
  },
  {
    type: 'audit',
    service: 'orders-workflow',
    text: 'select act, order_id as "orderId", outcome, details from audit_record order by sequence',
  },
  {
    type: 'zreport',
    service: 'orders-workflow',
    text: `select z_report_id as "zReportId", store_id as "storeId", z_report_number::int as number,
      (select coalesce(sum((p ->> 'amount')::float), 0) from json_array_elements(document -> 'payments') p)
      - (select coalesce(sum((p ->> 'amount')::float), 0) from json_array_elements(document -> 'paymentRefunds') p) as paid,
      array(select json_array_elements_text(document -> 'orderIds')) as "orderIds" from z_report`,
  },
  {
    type: 'counted',
    service: 'orders-workflow',
    text: 'select order_id as "orderId", payment_id as "paymentId", z_report_id as "zReportId" from z_report_payment',
  },
  {
    type: 'message',
    service: 'orders-workflow',
    text: `select id, order_id as "orderId", resend_of as "resendOf", state, content ->> 'to' as recipients from message where kind = 'email'`,
  },
  {
    type: 'product',
    service: 'catalog-assets',
    text: `select product_id as "productId", revision, version_id as "versionId", document ->> 'name' as name
      from product_version order by product_id, revision`,
  },
  {
    type: 'booked',
    service: 'accounting-read',
    text: `select order_id as "orderId", payment_id as "paymentId", transaction_type as "transactionType", amount::float
      from payment_transaction where is_booked`,
  },
  {
    type: 'ledger',
    service: 'accounting-read',
    text: `select coalesce(sum(l.debit), 0)::float as debit, coalesce(sum(l.credit), 0)::float as credit,
      coalesce(sum(l.debit - l.credit) filter (where l.category in ('PaymentMethod', 'RefundPaymentMethod')), 0)::float as money
      from ledger_line l join posting p on p.id = l.posting_id where p.status <> 'Superseded'`,
  },
] as const

const versions = `select order_id as "orderId", version_number as number, version_id as "versionId", operation, created_by as "createdBy", created, document
  from order_version_content where (order_id, version_number) > ($1, $2) order by order_id, version_number limit ${ROWS}`

/**
 * Writes what the databases have, and the provider's book, to a file. `left` is what did not come
 * to rest.
 */
export async function dumpState(
  file: string,
  { adminUrls }: SystemDatabases,
  { effects, left }: { effects: readonly ProviderEffect[]; left: readonly { what: string; count: number }[] },
): Promise<void> {
  const state = openHistory(file)
  let [orderId, number] = ['', 0]
  for (;;) {
    const rows = await queryRows<{ orderId: string; number: number }>(adminUrls['orders-workflow'], versions, [orderId, number])
    for (const row of rows) state.write({ type: 'version', ...row })
    const last = rows.at(-1)
    if (last === undefined) break
    ;({ orderId, number } = last)
  }
  for (const { type, service, text } of queries)
    for (const row of await queryRows<object>(adminUrls[service], text)) state.write({ type, ...row })
  for (const { operation, orderId: id, amount, transactionId } of effects)
    state.write({ type: 'effect', operation, orderId: id, amount, transactionId })
  for (const { what, count } of left) state.write({ type: 'left', what, count })
  await state.close()
}
