import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

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
