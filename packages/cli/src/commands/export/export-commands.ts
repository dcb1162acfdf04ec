import type { DeclareCommand } from '../../command.ts'
import { customers } from '../../import/resources/customers.ts'
import { orders } from '../../import/resources/orders.ts'
import { products } from '../../import/resources/products.ts'
import { stock } from '../../import/resources/stock.ts'
import { exportCommand } from './export-command.ts'

/** `oms export …` */
export const exportCommands: readonly DeclareCommand[] = [
  exportCommand(orders, 'Export orders as they are when the export begins'),
  exportCommand(products, 'Export products with their variants'),
  exportCommand(stock, 'Export stock levels'),
  exportCommand(customers, 'Export business customers'),
]
