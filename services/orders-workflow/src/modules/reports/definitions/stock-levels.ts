import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const stockLevels: ReportDefinition = {
  name: 'stock-levels',
  label: { en: 'Stock levels', nb: 'Lagerbeholdning' },
  description: {
    en: 'What is kept now, the fewest available first. It is low at its own level, else at that of the settings.',
    nb: 'Hva som er på lager nå, færrest tilgjengelige først. Det er lavt ved eget nivå, ellers ved nivået i innstillingene.',
  },
  columns: columns(
    ['sku_id', 'Text', 'SKU', 'SKU'],
    ['product_name', 'Text', 'Product', 'Produkt'],
    ['warehouse_code', 'Text', 'Warehouse', 'Lager'],
    ['quantity', 'Number', 'Quantity', 'Antall'],
    ['reserved_quantity', 'Number', 'Reserved', 'Reservert'],
    ['available_quantity', 'Number', 'Available', 'Tilgjengelig'],
    ['low_stock_at', 'Number', 'Low at', 'Lavt ved'],
    ['is_low', 'Text', 'Low', 'Lav'],
  ),
  sql: `select sku_id, product_name, warehouse_code, quantity, reserved_quantity, available_quantity,
    coalesce(low_stock_at, :low_stock_at) as low_stock_at,
    case when available_quantity <= coalesce(low_stock_at, :low_stock_at) then 'yes' else 'no' end as is_low
  from reporting.stock where (:warehouses is null or warehouse_code = any(:warehouses))
  order by available_quantity, sku_id, warehouse_code`,
}
