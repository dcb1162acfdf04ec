import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { enteredAgain, orderChanges } from './order-changes.ts'
import { refusedLines } from './refused-lines.ts'

type Line = { lineItemId: string; quantity: number; deliveredQuantity?: number; canceledQuantity?: number }

function newOrder(status: string, shipments: object[], money: object = {}): Order {
  const totals = { authorizedPaymentTotal: 250, capturedPaymentTotal: 0, creditPaymentTotal: 0, ...money }
  const lineItems = [{ lineItemId: '1', displayName: 'Cup', code: 'CUP' }]
  return { status, netTotal: 250, orderForm: { shipments, lineItems, ...totals } } as unknown as Order
}

function shipment(shipmentId: string, lines: Line[], orderStatus = 'New') {
  const lineItems = lines.map((line) => ({ deliveredQuantity: 0, canceledQuantity: 0, displayName: 'Cup', ...line }))
  return { shipmentId, orderStatus, warehouseCode: 'Central', lineItems }
}

t.test('given a partial delivery, when the orders are compared, then status, units and money are named', async (t) => {
  const before = newOrder('New', [shipment('1', [{ lineItemId: '1', quantity: 2 }])])
  const delivered = shipment('1', [{ lineItemId: '1', quantity: 2, deliveredQuantity: 1 }], 'Completed')
  const after = newOrder('PartiallyShipped', [delivered], { authorizedPaymentTotal: 125, capturedPaymentTotal: 125 })
  t.same(orderChanges(before, after), [
    { what: 'status', from: 'New', to: 'PartiallyShipped' },
    { what: 'line', line: delivered.lineItems[0], shipmentId: '1', delivered: 1, canceled: 0, moved: 0 },
    { what: 'shipmentStatus', shipmentId: '1', from: 'New', to: 'Completed' },
    { what: 'money', total: 'authorizedPaymentTotal', amount: -125 },
  ])
  t.same(orderChanges(before, before), [])
})

t.test('given goods that move to a new shipment, when the orders are compared, then both sides are named', async (t) => {
  const before = newOrder('New', [shipment('1', [{ lineItemId: '1', quantity: 0.3 }])])
  const after = newOrder('New', [
    shipment('1', [{ lineItemId: '1', quantity: 0.2 }]),
    shipment('2', [{ lineItemId: '1', quantity: 0.1 }]),
  ])
  t.match(orderChanges(before, after), [
    { what: 'line', shipmentId: '1', moved: -0.1 },
    { what: 'newShipment', shipmentId: '2', units: 0.1, warehouseCode: 'Central' },
    { what: 'line', shipmentId: '2', moved: 0.1 },
  ])
  t.match(orderChanges(after, before), [{ what: 'line' }, { what: 'removedShipment', shipmentId: '2' }])
})

t.test('given a request, when its shipment has the status already, then its steps run again', async (t) => {
  const order = newOrder('New', [shipment('1', []), shipment('2', [], 'Packed')])
  const request = (status: string, shipmentId: string | null) => ({ status, lineItemUpdates: [], shipmentInfo: { shipmentId } })
  t.equal(enteredAgain(order, request('New', null)), '1', 'the first one, where none is named')
  t.equal(enteredAgain(order, request('Packed', '2')), '2')
  t.equal(enteredAgain(order, request('New', '2')), null)
  t.equal(enteredAgain(order, request('New', '3')), null, 'a new shipment has no status yet')
  t.equal(enteredAgain(newOrder('New', []), request('New', null)), '1', 'an order without shipments')
})

t.test('given a refusal with paths, when its lines are looked for, then each has its name and texts', async (t) => {
  const order = newOrder('New', [])
  const body = { lineItemUpdates: [{ lineItemId: '9' }, { lineItemId: '1' }] }
  const errors = { 'lineItemUpdates[1].deliveredQuantity': ['is too much'], status: ['is unknown'] }
  t.same(refusedLines(order, body, errors), [{ name: 'Cup', texts: ['is too much'] }])
})
