import { randomUUID } from 'node:crypto'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'
import { loadOrdersForUpdate, type StoredOrder, saveOrders } from '../../store/order-store.ts'
import { storedQuantities } from './stored-quantities.ts'

const test = await testOrders(t)

const broken = { code: '23514', constraint: 'order_quantities_check' }
const write = (id: string, quantities: readonly (number | null)[]) =>
  test.database.query({ text: 'update "order" set quantities = $2 where id = $1', values: [id, quantities] })

t.test('given an order, when it is stored, then its row has the quantities of its document', async (t) => {
  const { id, orderForm } = await createdOrder(test)
  const [row] = await test.database.query<{ quantities: number[] }>({
    text: 'select quantities from "order" where id = $1',
    values: [id],
  })
  t.same(row?.quantities.map(Number), storedQuantities(orderForm))
  t.same(storedQuantities(orderForm), [1, 2, 2000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1, 2000, 0, 0, 0, 2, 1000, 0, 0, 0])
})

// Of a line: quantity, delivered, cancelled, ready, returned. Of a copy: the position of its line,
// then the same except returned.
const refused: [name: string, quantities: (number | null)[]][] = [
  ['more delivered than there is', [0, 1, 2, 3, 0, 0, 0]],
  ['delivered and cancelled more than there is', [0, 1, 2, 1, 2, 0, 0]],
  ['a negative delivery', [0, 1, 2, -1, 0, 0, 0]],
  ['a negative cancellation', [0, 1, 2, 0, -1, 0, 0]],
  ['more returned than delivered', [0, 1, 2, 1, 0, 0, 2]],
  ['a negative return', [0, 1, 2, 1, 0, 0, -1]],
  ['a shipment that holds less than the line', [1, 1, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0]],
  ['shipments that hold more than the line', [2, 1, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 0, 0, 0]],
  ['shipments that hold nothing of the line', [1, 1, 2, 0, 0, 0, 0]],
  ['a delivery in the shipment that the line knows nothing of', [1, 1, 2, 0, 0, 0, 0, 1, 2, 1, 0, 0]],
  ['a cancellation that no shipment has', [1, 1, 2, 0, 1, 0, 0, 1, 2, 0, 0, 0]],
  ['other units ready than in the shipments', [1, 1, 2, 0, 0, 1, 0, 1, 2, 0, 0, 0]],
  ['a copy with more delivered than it has', [2, 1, 2, 2, 0, 0, 0, 1, 1, 2, 0, 0, 1, 1, 0, 0, 0]],
  ['a copy of a line that is none', [1, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0]],
  ['copies without a shipment', [0, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0]],
  ['a list that ends too soon', [1, 1, 2, 0, 0]],
  ['nothing at all', []],
  ['a quantity that is none', [0, 1, 2, null, 0, 0, 0]],
]

t.test('given inconsistent quantities, when they are written, then the database refuses them', async (t) => {
  const { id } = await createdOrder(test)
  for (const [name, quantities] of refused) await t.rejects(write(id, quantities), broken, name)
  await t.resolves(write(id, [2, 1, 5, 2, 1, 1, 1, 1, 3, 2, 0, 0, 1, 2, 0, 1, 1]), 'and takes those that do')
})

t.test('given a write with inconsistent quantities, when it is saved, then nothing of it is stored', async (t) => {
  const { id } = await createdOrder(test)
  const save = (change: (order: Order) => void) =>
    test.database.inTransaction(async (tx) => {
      const stored = (await loadOrdersForUpdate(tx, [{ id }])).get(id) as StoredOrder
      const order = { ...structuredClone(stored.order), versionId: randomUUID() }
      change(order)
      const write = {
        order,
        document: JSON.stringify(order),
        kind: 'updated' as const,
        before: stored.order,
        searchedBy: { country: 'NO', currency: 'NOK', pickPlaces: undefined, fields: [] },
        allocations: stored.allocations,
        hasNewAllocations: false,
        previousStatus: order.status,
        versionNumber: stored.versionNumber + 1,
        sequenceBefore: stored.eventSequence,
        changedFields: ['orderForm'],
        events: [],
        run: null,
        authorship: { operation: 'Test', by: 'tester', actor: 'tester', time: new Date() },
      }
      await saveOrders(tx, [write])
      return true
    })
  const read = async () => (await test.send({ url: `/api/Orders/${id}` })).body as Order
  t.ok(await save((order) => Object.assign(order, { customerName: 'Ola' })))
  const before = await read()
  t.equal(before.customerName, 'Ola')
  const deliver = (order: Order) => Object.assign(order.orderForm.lineItems[0] as object, { deliveredQuantity: 1 })
  await t.rejects(save(deliver), broken)
  t.same(await read(), before)
})
