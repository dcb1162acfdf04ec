import t from 'tap'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import type { SampleForm } from '../../testing/sample-order.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t, { config: await sampleConfig() })
const sale = {
  amount: 5_000,
  transactionId: 's',
  transactionType: 'Sale',
  status: 'Processed',
  paymentMethodName: 'Card',
} as const

/** A paid order of Oslo in work, with these lines, all of them reserved. */
function toPick(id: string, lineItems: NonNullable<SampleForm['lineItems']>, fields: Record<string, unknown> = {}) {
  const lines = lineItems.map((line, index) => ({
    lineItemId: String(index + 1),
    updateStock: true,
    quantity: 1,
    reservedInventoryQuantity: line.quantity ?? 1,
    placedPrice: 10,
    ...line,
  }))
  const order = { id, orderNumber: id, storeId: 'Oslo-01', status: 'InProgress', ...fields }
  return storedOrder(test, order, { payments: [sale], lineItems: lines })
}

const list = (body: unknown, as: object = { roles: ['OrderRead'] }) =>
  test.send({ method: 'POST', url: '/api/Shipments/ToPick', body, as })
const named = (...orderIds: string[]) => ({ shipments: orderIds.map((orderId) => ({ orderId })) })

t.test('lists the pickable goods of each shipment by location, with what a scanner reads', async (t) => {
  const cup = { code: 'CUP', displayName: 'Cup', internalWarehouseLocation: 'A-12', gtins: ['70001'], ean: '70001', quantity: 2 }
  const pot = { code: 'POT', displayName: 'Pot', internalWarehouseLocation: 'A-2', ean: '70002', color: 'blue' }
  await toPick('P-1', [cup, { code: 'BAG', displayName: 'Bag' }, pot])
  const { status, body } = await list(named('P-1'))
  t.equal(status, 200)
  const [shipment] = body.result
  t.match(shipment, { orderId: 'P-1', orderNumber: 'P-1', warehouseCode: 'Oslo-01', pickedStatus: 'PackedAndReady' })
  t.equal(shipment.versionId, (await test.send({ url: '/api/Orders/P-1' })).body.versionId)
  t.match(shipment.lines, [
    { skuId: 'POT', location: 'A-2', barcodes: ['70002'], color: 'blue', quantity: 1 },
    { skuId: 'CUP', location: 'A-12', barcodes: ['70001'], quantity: 2, name: 'Cup' },
    { skuId: 'BAG', location: null, barcodes: { length: 0 } },
  ])
})

t.test('leaves out what a pick list leaves out, and is empty when nothing is left', async (t) => {
  await toPick('P-part', [{ code: 'CUP', quantity: 5, reservedInventoryQuantity: 2 }])
  await toPick('P-picked', [{ code: 'CUP' }], { status: 'PackedAndReady' })
  await toPick('P-held', [{ code: 'CUP' }])
  await test.send({ method: 'POST', url: '/api/Orders/P-held/Holds', body: { reasonCode: 'Check' } })
  const { body } = await list(named('P-part', 'P-picked', 'P-held'))
  t.match(body.result, [{ orderId: 'P-part', lines: [{ quantity: 2 }] }])
  t.same((await list(named('P-picked', 'P-held'))).body, { result: [] })
  t.same((await list({ ...named('P-part'), warehouseCodes: ['Central'] })).body, { result: [] })
  t.equal((await list({})).status, 400)
})

t.test('the named status takes the shipment off the list', async (t) => {
  await toPick('P-2', [{ code: 'CUP' }])
  const search = { search: { isPickable: true, warehouseCodes: ['Oslo-01'] }, warehouseCodes: ['Oslo-01'] }
  const before = await list(search)
  const shipment = before.body.result.find(({ orderId }: { orderId: string }) => orderId === 'P-2')
  const body = { status: shipment.pickedStatus, shipmentInfo: { shipmentId: shipment.shipmentId } }
  const headers = { 'if-match': `"${shipment.versionId}"` }
  const picked = await test.send({ method: 'POST', url: '/api/Orders/P-2/UpdateStatus', body, headers })
  t.equal(picked.status, 200)
  const other = await test.send({ method: 'POST', url: '/api/Orders/P-2/UpdateStatus', body, headers })
  t.equal(other.status, 412, 'a second picker is told')
  const after = (await list(search)).body.result.map(({ orderId }: { orderId: string }) => orderId)
  t.notOk(after.includes('P-2'))
})

t.test('answers a search that is sent with an idempotency key', async (t) => {
  const body = { search: { isPickable: true }, take: 1 }
  const headers = { 'idempotency-key': 'to-pick-1' }
  const { status } = await test.send({ method: 'POST', url: '/api/Shipments/ToPick', body, headers })
  t.equal(status, 200)
})
