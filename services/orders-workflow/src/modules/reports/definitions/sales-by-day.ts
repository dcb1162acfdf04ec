import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const salesByDay: ReportDefinition = {
  name: 'sales-by-day',
  label: { en: 'Sales by day and store', nb: 'Salg per dag og butikk' },
  description: {
    en: 'Orders by the day on which they were created. Cancelled and deleted orders do not count; returns are not taken off.',
    nb: 'Ordrer etter dagen de ble opprettet. Kansellerte og slettede ordrer teller ikke; returer er ikke trukket fra.',
  },
  columns: columns(
    ['day', 'Date', 'Day', 'Dag'],
    ['store_id', 'Text', 'Store', 'Butikk'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['orders', 'Integer', 'Orders', 'Ordrer'],
    ['total', 'Amount', 'Total with tax', 'Sum med mva.'],
    ['total_excl_tax', 'Amount', 'Total without tax', 'Sum uten mva.'],
    ['tax_total', 'Amount', 'Tax', 'Mva.'],
    ['discount_total', 'Amount', 'Discounts', 'Rabatter'],
  ),
  sql: `select (created_at at time zone :zone)::date as day, store_id, currency, count(*) as orders, sum(total) as total,
    sum(total_excl_tax) as total_excl_tax, sum(tax_total) as tax_total, sum(discount_total) as discount_total
  from reporting.orders
  where created_at >= :from and created_at < :to and (:stores is null or store_id = any(:stores))
    and fulfilment_status is distinct from 'Cancelled'
  group by 1, 2, 3 order by 1, 2, 3`,
}
