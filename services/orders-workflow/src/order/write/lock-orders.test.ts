// Runs that were read before the order was locked may have been woken since: a status then ended a
// run that continued, which was said to have ended twice. Found by the simulation of runs.
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import { insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { writeOrder } from './write-orders.ts'

const test = await testOrders(t)

t.test('given a write that asks for the runs of its order, then they are read behind the lock of the order', async (t) => {
  await insertDirectly(test.deps, simpleOrder('L-1'))
  for (const lock of [undefined, 'waits'] as const) {
    const names: (string | undefined)[] = []
    const inTransaction: typeof test.deps.inTransaction = (work) =>
      test.deps.inTransaction((tx) => {
        const noting: typeof tx.query = (statement) => {
          names.push(statement.name)
          return tx.query(statement)
        }
        return work({ ...joinTransaction(tx), query: noting })
      })
    const deps = { ...test.deps, groups: undefined, inTransaction }
    await writeOrder(
      { deps, write: { ...writer, lock } },
      { orderId: 'L-1', kind: 'edit', needsRuns: true, change: (order) => ({ order }) },
    )
    t.same(names.slice(0, 2), ['orders-load-for-update', 'runs-under-way-of-many'])
  }
})
