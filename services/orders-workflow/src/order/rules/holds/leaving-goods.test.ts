import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { goodsLeave } from './leaving-goods.ts'

const { orderTypes } = await sampleConfig()
const form = { lineItems: [{ code: 'CUP', quantity: 3 }, { code: 'POT' }], shipments: [{}] }
const order = sampleOrder(form)

/** The order with one shipment changed. */
function changed(before: Order, shipment: Partial<Shipment>, head: Partial<Order> = {}): Order {
  const [first] = before.orderForm.shipments as [Shipment]
  return { ...before, ...head, orderForm: { ...before.orderForm, shipments: [{ ...first, ...shipment }] } }
}

/** Lines with some units of the first delivered. */
function delivered(before: Order, deliveredQuantity: number) {
  const [first, ...others] = (before.orderForm.shipments[0] as Shipment).lineItems
  return { lineItems: [{ ...first, deliveredQuantity } as Shipment['lineItems'][number], ...others] }
}

t.test('given an order, when a change makes goods leave, then that is seen', async (t) => {
  const leaving: [string, Order][] = [
    ['a delivery', changed(order, delivered(order, 1))],
    ['a released shipment', changed(order, { status: 'Released' })],
    ['a shipped shipment', changed(order, { status: 'Shipped' })],
    ['a delivered status of the order', { ...order, status: 'Completed' }],
    ['a status that releases', { ...order, status: 'Shipped' }],
    ['a delivered status of a shipment', changed(order, { orderStatus: 'Completed' })],
  ]
  for (const [what, after] of leaving) t.ok(goodsLeave(order, after, orderTypes), what)
})

t.test('given an order, when a change leaves its goods where they are, then nothing is seen', async (t) => {
  const half = changed(order, delivered(order, 1))
  const sent = changed(order, { status: 'Released', orderStatus: 'Shipped' })
  const staying: [string, Order, Order][] = [
    ['another status', order, changed(order, { orderStatus: 'InProgress' }, { status: 'InProgress' })],
    ['a packed shipment', order, changed(order, { status: 'Packing' })],
    ['a delivery taken back', half, changed(half, delivered(half, 0))],
    ['the delivery of what had left', sent, changed(sent, delivered(sent, 3), { status: 'Completed' })],
    ['a restored status', { ...order, status: 'Deleted' }, { ...order, status: 'Shipped' }],
    ['the same order', order, order],
  ]
  for (const [what, before, after] of staying) t.notOk(goodsLeave(before, after, orderTypes), what)
})

t.test('given a shipment that has left, when its units are divided over two, then nothing is seen', async (t) => {
  const sent = changed(order, { status: 'Released', orderStatus: 'Shipped' })
  const [first] = sent.orderForm.shipments as [Shipment]
  const part = (shipmentId: string, quantity: number): Shipment => ({
    ...first,
    shipmentId,
    lineItems: first.lineItems.map((line, index) => (index === 0 ? { ...line, quantity } : line)),
  })
  const split = {
    ...sent,
    orderForm: {
      ...sent.orderForm,
      shipments: [part('1', 1), { ...part('2', 2), lineItems: part('2', 2).lineItems.slice(0, 1) }],
    },
  }
  t.notOk(goodsLeave(sent, split, orderTypes))
})
