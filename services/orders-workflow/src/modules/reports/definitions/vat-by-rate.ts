import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const vatByRate: ReportDefinition = {
  name: 'vat-by-rate',
  label: { en: 'VAT by rate', nb: 'Mva. per sats' },
  description: {
    en: 'The tax of orders by the day on which they were created: of goods, shipping and handling. A rate that is empty is that of the market. For the books the ledger counts.',
    nb: 'Mva. av ordrer etter dagen de ble opprettet: av varer, frakt og håndtering. En tom sats er markedets. For regnskapet gjelder hovedboken.',
  },
  columns: columns(
    ['part', 'Text', 'Of', 'Av'],
    ['tax_rate', 'Number', 'Tax rate in percent', 'Mva.-sats i prosent'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['base', 'Amount', 'Base without tax', 'Grunnlag uten mva.'],
    ['tax_total', 'Amount', 'Tax', 'Mva.'],
    ['total', 'Amount', 'Total with tax', 'Sum med mva.'],
  ),
  sql: `with taxed as (
    select 'Goods' as part, tax_rate, currency, total, tax_total from reporting.order_lines
      where order_created_at >= :from and order_created_at < :to and (:stores is null or store_id = any(:stores))
        and order_fulfilment_status is distinct from 'Cancelled'
    union all
    select 'Shipping', s.shipping_tax_rate, s.currency, s.shipping_total, s.shipping_tax from reporting.shipments as s
      join reporting.orders as o on o.order_id = s.order_id
      where s.order_created_at >= :from and s.order_created_at < :to and (:stores is null or s.store_id = any(:stores))
        and o.created_at >= :from and o.created_at < :to and o.fulfilment_status is distinct from 'Cancelled'
    union all
    select 'Handling', null, currency, handling_total, handling_tax from reporting.orders
      where created_at >= :from and created_at < :to and (:stores is null or store_id = any(:stores)) and fulfilment_status is distinct from 'Cancelled'
  )
  select part, tax_rate, currency, sum(total - tax_total) as base, sum(tax_total) as tax_total, sum(total) as total
  from taxed where total <> 0 group by 1, 2, 3 order by 1, 2, 3`,
}
