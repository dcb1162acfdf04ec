import { columns } from '@open-oms/service-kit/reports/column'
import type { ReportDefinition } from '@open-oms/service-kit/reports/report'

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

export const salesByProduct: ReportDefinition = {
  name: 'sales-by-product',
  label: { en: 'Sales by product', nb: 'Salg per produkt' },
  description: {
    en: 'Lines of orders by SKU, the largest total first. Components of packages are rows of their own, with the part of the price that they carry.',
    nb: 'Ordrelinjer per SKU, største sum først. Deler av pakker er egne rader, med den delen av prisen som de bærer.',
  },
  columns: columns(
    ['sku_id', 'Text', 'SKU', 'SKU'],
    ['product_name', 'Text', 'Product', 'Produkt'],
    ['brand', 'Text', 'Brand', 'Merke'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['orders', 'Integer', 'Orders', 'Ordrer'],
    ['quantity', 'Number', 'Quantity', 'Antall'],
    ['total', 'Amount', 'Total with tax', 'Sum med mva.'],
    ['total_excl_tax', 'Amount', 'Total without tax', 'Sum uten mva.'],
    ['cost_total', 'Amount', 'Cost', 'Kostpris'],
    ['margin', 'Amount', 'Margin without tax', 'Dekningsbidrag uten mva.'],
  ),
  sql: `select sku_id, max(product_name) as product_name, max(brand) as brand, currency, count(distinct order_id) as orders,
    sum(quantity - cancelled_quantity) as quantity, sum(total) as total, sum(total_excl_tax) as total_excl_tax,
    sum(cost_total) as cost_total, sum(total_excl_tax - cost_total) as margin
  from reporting.order_lines
  where order_created_at >= :from and order_created_at < :to and (:stores is null or store_id = any(:stores))
    and order_fulfilment_status is distinct from 'Cancelled'
  group by sku_id, currency order by sum(total) desc, sku_id, currency`,
}

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
