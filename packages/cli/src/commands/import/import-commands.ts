import type { DeclareCommand } from '../../command.ts'
import { customers } from '../../import/resources/customers.ts'
import { orders } from '../../import/resources/orders.ts'
import { products } from '../../import/resources/products.ts'
import { stock } from '../../import/resources/stock.ts'
import { importCommand } from './import-command.ts'
import { writeTemplate } from './write-template.ts'

/** `oms import …` */
export const importCommands: readonly DeclareCommand[] = [
  importCommand(orders, 'Import orders with their numbers, dates and statuses; no workflow runs and nothing is sent'),
  importCommand(products, 'Import products with their variants'),
  importCommand(stock, 'Import stock levels, which replace those that there are'),
  importCommand(customers, 'Import business customers'),
  writeTemplate,
]
