import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { copyOrders } from '../../testing/orders/copied-orders.ts'
import { foundIds, storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { pageStatement } from './search-query.ts'

const COPIES = 5_000
const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })

const sale = (amount: number) =>
  ({
    transactionId: `sale-${amount}`,
    transactionType: 'Sale',
    status: 'Processed',
    paymentMethodName: 'Card',
    amount,
  }) as const
const line = { lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, updateStock: true }
const shipped = { shipmentId: '1', status: 'Shipped', lineItems: [{ lineItemId: '1', quantity: 1 }] }

await storedOrder(test, { id: 'USUAL', status: 'Completed' }, { lineItems: [line], shipments: [shipped], payments: [sale(100)] })
await copyOrders(database.owner, COPIES)
await storedOrder(test, { id: 'UNPAID' }, { lineItems: [line] })
await storedOrder(test, { id: 'OVERPAID', status: 'Cancelled' }, { lineItems: [line], payments: [sale(150)] })
await storedOrder(
  test,
  { id: 'RESERVED' },
  { lineItems: [{ ...line, reservedInventoryQuantity: 1 }], shipments: [{ warehouseCode: 'Central' }], payments: [sale(100)] },
)
// The planner prefers the smaller index: none has pages that tests before have left.
await database.owner.query({ text: 'reindex table order_search' })
await database.owner.query({ text: 'analyze order_search' })

/** What the page of a search is read by, newest first. */
async function explainPage(filter: object): Promise<string> {
  const scope = { storeIds: null, ...test.deps.config(), now: new Date() }
  const { text, values } = pageStatement({ filter, scope, take: 20, skip: 0 }, true)
  return JSON.stringify(await test.database.query({ text: `explain (costs off) ${text}`, values }))
}

for (const [filter, index, ids] of [
  [{ paymentStatuses: ['NotPaid'] }, 'order_search_payment_status_idx', ['UNPAID']],
  [{ paymentStatuses: ['NotPaid', 'OverPaid'] }, 'order_search_payment_status_idx', ['OVERPAID', 'UNPAID']],
  [{ paymentStatuses: ['Authorized'] }, 'order_search_payment_status_idx', []],
  [{ fulfilmentStatuses: ['Unfulfilled'] }, 'order_search_fulfilment_status_idx', ['RESERVED', 'UNPAID']],
  [{ fulfilmentStatuses: ['Returned', 'Cancelled'] }, 'order_search_fulfilment_status_idx', ['OVERPAID']],
  [{ isPickable: true }, 'order_search_pick', ['RESERVED']],
  [{ isPickable: true, selectedStores: ['Oslo-01'] }, 'order_search_pick', ['RESERVED']],
  [{ isPickable: true, warehouseCodes: ['Central'] }, 'order_search_pick', ['RESERVED']],
] as const)
  t.test(`given many orders, when few of them match ${JSON.stringify(filter)}, then an index finds them`, async (t) => {
    t.strictSame(await foundIds(test, filter), ids)
    t.match(await explainPage(filter), index)
  })
