import { genericPlan } from '@open-oms/service-kit/testing/schema/generic-plan'
import t from 'tap'
import { findLowPage } from '../../modules/inventory/inventory-queries.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { insertVersions, load, loadForUpdate, publishEvents, saveVersions } from './order-statements.ts'
import { findLedger, lockStoredLevels, writeChanges } from './stock-statements.ts'

const { database } = await testOrders(t)

const noOrders = `'[]', '', '[]', '{}'`
const statements = {
  load: [load, `'{}'`, /using order_pkey/],
  lock: [loadForUpdate, `'{}', '{}', '{}'`, /using order_pkey/],
  insert: [insertVersions, noOrders, /using purged_order_pkey/],
  save: [saveVersions, noOrders, /using order_pkey/],
  publish: [publishEvents, `'[]', '[]', '{}'`, /using order_pkey/],
  'look up stock': [findLedger, `'{}', '{}'`, /using inventory_pkey/],
  'lock stock': [lockStoredLevels, `'{}', '{}'`, /using inventory_pkey/],
  'list low stock': [findLowPage, `0, '', '', 5, null, 100`, /inventory_available_idx[\s\S]*inventory_low_by_own_idx/],
  'write stock': [writeChanges, `'[]', '[]', '[]', now()`, /using inventory_pkey/],
} as const

// A plan that was cached for empty tables once made each change of one order read three whole
// tables until they were analysed.
for (const [name, [{ text }, parameters, index]] of Object.entries(statements)) {
  t.test(`given empty tables, when ${name} is planned, then no table is scanned as a whole`, async (t) => {
    const plan = await genericPlan(database, text, parameters)
    t.notMatch(plan, /Seq Scan|Hash Join/)
    t.match(plan, index)
  })
}
