import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { put, testStock } from '../../testing/inventory.ts'
import { createdOrder, orderFormBody, updateStatus } from '../../testing/test-orders.ts'

const ORDERS = 9
/** Ordered of each SKU: three orders have one, and three have two. */
const UNITS = 9
const SKUS = ['CUP', 'POT', 'PLATE']

/** The names of the statements on stock that transactions have sent. */
const sent: string[] = []
const database = await testDatabase(t, 'orders-workflow')
const test = await testStock(t, {
  groups: { sizeMax: ORDERS, underWayMax: 1 },
  database: {
    ...database,
    inTransaction: (work) =>
      database.inTransaction((tx) => {
        const note = <S extends { name?: string }>(statement: S): S => {
          if (statement.name?.startsWith('inventory-')) sent.push(statement.name)
          return statement
        }
        return work({
          ...joinTransaction(tx),
          query: (statement) => tx.query(note(statement)),
          later: (statement) => tx.later(note(statement)),
        })
      }),
  },
})

const orderForm = (index: number) =>
  orderFormBody({
    payments: [],
    lineItems: [
      { lineItemId: '1', code: SKUS[index % SKUS.length], quantity: 1, placedPrice: 10 },
      { lineItemId: '2', code: SKUS[(index + 1) % SKUS.length], quantity: 2, placedPrice: 10 },
    ],
  })
const ids = Array.from({ length: ORDERS }, (_, index) => `order-${index}`)
const levels = () =>
  database.query({ text: 'select sku_id, quantity::integer, reserved_quantity::integer as reserved from inventory order by 1' })
const levelRows = (quantity: number, reserved: number) => [
  { sku_id: 'CUP', quantity, reserved },
  { sku_id: 'PLATE', quantity, reserved },
  { sku_id: 'POT', quantity, reserved },
]
/** The first request is a group of its own, and the others are gathered meanwhile. */
const ofTwoGroups = ['inventory-ledger', 'inventory-lock', 'inventory-write'].flatMap((name) => [name, name])

t.test('given new orders of one group, when their status reserves stock, then it is locked and written once', async (t) => {
  await put(
    test,
    SKUS.map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 100 })),
  )
  sent.length = 0
  await Promise.all(ids.map((id, index) => createdOrder(test, { id, orderNumber: id, orderForm: orderForm(index) })))
  t.same(sent.toSorted(), ofTwoGroups)
  t.same(await levels(), levelRows(100, UNITS))
})

t.test('given stored orders of one group, when their status withdraws stock, then it is locked and written once', async (t) => {
  sent.length = 0
  const responses = await Promise.all(ids.map((id) => updateStatus(test, id, { body: { status: 'Shipped' } })))
  for (const { status, body } of responses) t.same([status, body.order?.status], [200, 'Shipped'])
  t.same(sent.toSorted(), ofTwoGroups)
  t.same(await levels(), levelRows(100 - UNITS, 0))
})
