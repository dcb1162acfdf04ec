import { genericPlan } from '@oms/service-kit/testing/generic-plan'
import t from 'tap'
import { testOrders } from '../testing/test-orders.ts'
import { insertOrdersText, loadOrdersForUpdateText, loadOrdersText, publishText, saveOrdersText } from './order-statements.ts'
import { ledgerText, lockLevelsText, writeStockText } from './stock/stock-statements.ts'

const { database } = await testOrders(t)

const noOrders = `'[]', '', '[]', '{}'`
const statements = {
  load: [loadOrdersText, `'{}'`, /using order_pkey/],
  lock: [loadOrdersForUpdateText, `'{}'`, /using order_pkey/],
  insert: [insertOrdersText, noOrders, /using purged_order_pkey/],
  save: [saveOrdersText, noOrders, /using order_pkey/],
  publish: [publishText, `'[]', '[]', '{}'`, /using order_pkey/],
  'look up stock': [ledgerText, `'', '{}'`, /using inventory_pkey/],
  'lock stock': [lockLevelsText, `'{}', '{}'`, /using inventory_pkey/],
  'write stock': [writeStockText, `'[]', '[]', '[]', now()`, /using inventory_pkey/],
} as const

// A plan that was cached for empty tables once made each change of one order read three whole
// tables until they were analysed.
for (const [name, [text, parameters, index]] of Object.entries(statements)) {
  t.test(`${name}: no table is read as a whole, even while it is empty`, async (t) => {
    const plan = await genericPlan(database, text, parameters)
    t.notMatch(plan, /Seq Scan|Hash Join/)
    t.match(plan, index)
  })
}
