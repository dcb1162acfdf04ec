import type { FurtherValue } from '@oms/service-kit/reports/report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { warehousesInScope } from '../inventory/warehouse-scope.ts'

export const reportValueNames = ['warehouses', 'low_stock_at'] as const

/** The values of reports that this service adds. */
export function reportValues(config: () => OrdersConfig): Record<(typeof reportValueNames)[number], FurtherValue> {
  return {
    warehouses: { type: 'text[]', isOfStores: true, value: (stores) => warehousesInScope(config(), stores) },
    low_stock_at: { type: 'numeric', isOfStores: false, value: () => config().settings.inventory.lowStockAt },
  }
}
