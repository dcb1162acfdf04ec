import { columns } from '@open-oms/service-kit/reports/column'
import type { ReportDefinition } from '@open-oms/service-kit/reports/report'

export const stockTurnover: ReportDefinition = {
  name: 'stock-turnover',
  label: { en: 'Stock turnover', nb: 'Lageromløp' },
  description: {
    en: 'How often what is there now was withdrawn in the period; what moves least comes first.',
    nb: 'Hvor mange ganger det som er på lager nå, ble tatt ut i perioden; det som beveger seg minst, kommer først.',
  },
  columns: columns(
    ['sku_id', 'Text', 'SKU', 'SKU'],
    ['product_name', 'Text', 'Product', 'Produkt'],
    ['warehouse_code', 'Text', 'Warehouse', 'Lager'],
    ['quantity', 'Number', 'Quantity', 'Antall'],
    ['withdrawn', 'Number', 'Withdrawn in the period', 'Tatt ut i perioden'],
    ['last_withdrawn_at', 'Time', 'Last withdrawn', 'Sist tatt ut'],
    ['turnover', 'Number', 'Turnover', 'Omløpshastighet'],
    ['stock_value', 'Amount', 'Value of the stock at cost', 'Lagerverdi til kostpris'],
  ),
  sql: `with moved as (
    select sku_id, warehouse_code, -sum(quantity_delta) as withdrawn, max(created_at) as last_withdrawn_at
      from reporting.stock_movements
      where created_at >= :from and created_at < :to and kind = 'Withdrawal'
        and (:warehouses is null or warehouse_code = any(:warehouses))
      group by 1, 2
  )
  select s.sku_id, s.product_name, s.warehouse_code, s.quantity, coalesce(m.withdrawn, 0) as withdrawn, m.last_withdrawn_at,
    case when s.quantity > 0 then round(coalesce(m.withdrawn, 0) / s.quantity, 2) end as turnover, s.quantity * s.unit_cost as stock_value
  from reporting.stock as s left join moved as m on m.sku_id = s.sku_id and m.warehouse_code = s.warehouse_code
  where (:warehouses is null or s.warehouse_code = any(:warehouses)) and (s.quantity > 0 or m.withdrawn > 0)
  order by turnover nulls last, s.quantity desc, s.sku_id, s.warehouse_code`,
}

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
