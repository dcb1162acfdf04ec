import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const discounts: ReportDefinition = {
  name: 'discounts',
  label: { en: 'Discounts and campaigns', nb: 'Rabatter og kampanjer' },
  description: {
    en: 'What each discount took off orders that were created in the period, the most first.',
    nb: 'Hva hver rabatt trakk fra på ordrer opprettet i perioden, mest først.',
  },
  columns: columns(
    ['discount_id', 'Text', 'Discount', 'Rabatt'],
    ['code', 'Text', 'Code', 'Kode'],
    ['name', 'Text', 'Name', 'Navn'],
    ['source', 'Text', 'Source', 'Kilde'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['orders', 'Integer', 'Orders', 'Ordrer'],
    ['amount', 'Amount', 'Taken off', 'Trukket fra'],
  ),
  sql: `select discount_id, code, max(name) as name, max(source) as source, currency, count(distinct order_id) as orders, sum(amount) as amount
  from reporting.discounts
  where order_created_at >= :from and order_created_at < :to and (:stores is null or store_id = any(:stores))
  group by discount_id, code, currency order by sum(amount) desc, discount_id, code, currency`,
}
