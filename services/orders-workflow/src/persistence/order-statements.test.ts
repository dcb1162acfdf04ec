import t from 'tap'
import { testOrders } from '../testing/test-orders.ts'
import { insertOrdersText, loadOrdersForUpdateText, loadOrdersText, saveOrdersText, tellText } from './order-statements.ts'

const { database } = await testOrders(t)

const noOrders = `'[]', '', '[]', '{}'`
const statements = {
  load: [loadOrdersText, `'{}'`],
  lock: [loadOrdersForUpdateText, `'{}'`],
  insert: [insertOrdersText, noOrders],
  save: [saveOrdersText, noOrders],
  tell: [tellText, `'[]', '[]', '{}'`],
} as const

// Found at a plan that was made for empty tables and kept: each change of one order then read all of three tables, until they were analysed.
for (const [name, [text, parameters]] of Object.entries(statements)) {
  t.test(`${name}: no table is read as a whole, even while it is empty`, async (t) => {
    const plan = await database.inTransaction(async (tx) => {
      await tx.query({ text: 'set local plan_cache_mode = force_generic_plan' })
      await tx.query({ text: `prepare ${name}_orders as ${text}` })
      const rows = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain execute ${name}_orders(${parameters})` })
      await tx.query({ text: `deallocate ${name}_orders` })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    t.notMatch(plan, /Seq Scan|Hash Join/)
    if (name !== 'insert') t.match(plan, /using order_pkey/)
  })
}
