import t from 'tap'
import { put } from '../../testing/inventory.ts'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { createdOrder, orderFormBody, sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps('IncreaseReservedInventory')
const test = await testOrders(t, { config })
const [warehouse] = config.stores.find(({ id }) => id === 'Oslo-01')?.warehouses ?? []

let skus = 0
/** An order of one line of a SKU of its own, of which so many are in stock; null: none is kept. */
async function ordered(stock: number | null, line: object = {}, shipment: object = {}) {
  const code = `SKU-${++skus}`
  if (stock !== null) await put(test, [{ skuId: code, warehouseCode: warehouse, quantity: stock }])
  const lineItems = [{ lineItemId: '1', code, displayName: 'Cup', quantity: 3, placedPrice: 100, taxRate: 25, ...line }]
  const shipments = [{ shipmentId: '1', ...shipment }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ lineItems, shipments }) })
  return { id, code }
}

t.test('given too little stock, when the goods are booked in and the steps run again, then nothing is missing', async (t) => {
  const { id, code } = await ordered(1)
  const reason = requireReason(await fetchExplanation(test, id), 'StockMissing')
  t.match(reason, {
    about: { kind: 'Line', id: '1' },
    sentence: `Cup: 2 short in ${warehouse}.`,
    evidence: [
      { kind: 'Line', data: { openQuantity: 3, reservedQuantity: 1 } },
      { kind: 'Stock', data: { skuId: code, warehouseCode: warehouse, missing: 2, quantity: 1, reserved: 1 } },
    ],
  })
  t.match(reasonCodes(await fetchExplanation(test, id, { lineItemId: '1' })), ['StockMissing', 'LineAwaitsShipment'])
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  const after = requireReason(await fetchExplanation(test, id), 'NotReserved')
  t.match(after, { sentence: `Cup: 2 not reserved in ${warehouse}, although in stock.` })
  t.equal((await carriedOut(test, after.actions[0])).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).some((code) => ['StockMissing', 'NotReserved'].includes(code)))
})

t.test('given a client of one store, when it explains a line from a foreign warehouse, then it learns no stock', async (t) => {
  const other = config.stores.find(({ warehouses }) => !warehouses.includes(warehouse ?? ''))
  const { id, code } = await ordered(null, {}, { warehouseCode: other?.warehouses[0] })
  await put(test, [{ skuId: code, warehouseCode: other?.warehouses[0], quantity: 31_415.926 }])
  const { status, body, text } = await test.send({
    url: `/api/Orders/${id}/Why`,
    as: { roles: ['OrderRead'], storeIds: ['Oslo-01'] },
  })
  t.equal(status, 200)
  t.match(requireReason(body, 'NotReserved'), { sentence: /whose stock you cannot see/ })
  t.notMatch(text, /31415\.926/)
})

t.test('given a line of which no stock is kept, when the order is explained, then that is said', async (t) => {
  const { id } = await ordered(null)
  t.match(requireReason(await fetchExplanation(test, id), 'StockNotKept'), {
    sentence: /^Cup: no stock is kept in/,
  })
})

t.test('given a backorder line, when the order is explained, then what is promised beyond the stock is named', async (t) => {
  const expectedDeliveryDate = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const { id } = await ordered(1, { isBackorder: true, expectedDeliveryDate })
  t.match(requireReason(await fetchExplanation(test, id), 'Backorder'), {
    sentence: /^Cup: on backorder, 2 short in/,
    next: { at: expectedDeliveryDate },
  })
})

t.test('given a store without warehouses, when its order is explained, then nothing can be reserved', async (t) => {
  const stores = config.stores.map((store) => (store.id === 'Oslo-01' ? { ...store, warehouses: [] } : store))
  const bare = await testOrders(t, { config: { ...config, stores }, database: test.database })
  const { id } = await createdOrder(bare)
  t.match(requireReason(await fetchExplanation(bare, id), 'WarehouseMissing'), { sentence: /shipment 1 has no warehouse/ })
})

t.test('given goods that are reserved or need no stock, when the order is explained, then stock is no reason', async (t) => {
  const stockCodes = ['StockMissing', 'NotReserved', 'StockNotKept', 'Backorder', 'WarehouseMissing']
  for (const { id } of [await ordered(9), await ordered(null, { isVirtualProduct: true })])
    t.notOk(reasonCodes(await fetchExplanation(test, id)).some((code) => stockCodes.includes(code)))
  const unreserving = await testOrders(t, { config: await configWithOnlySteps(), database: test.database })
  const { id } = await createdOrder(unreserving)
  t.notOk(
    reasonCodes(await fetchExplanation(unreserving, id)).some((code) => stockCodes.includes(code)),
    'no step reserves',
  )
})

t.test('given a line that is partly delivered, when it is explained, then the rest and its shipment are named', async (t) => {
  const plain = await testOrders(t, { config: await configWithOnlySteps(), database: test.database })
  const { id } = await createdOrder(plain)
  const body = {
    status: 'Completed',
    shipmentInfo: { shipmentId: '1' },
    lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }],
  }
  await plain.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
  const reason = requireReason(await fetchExplanation(plain, id, { lineItemId: '1' }), 'LinePartlyDelivered')
  t.match(reason, { sentence: /^Cup: 1 of 2 delivered, 1 to go in shipment / })
  t.equal((await carriedOut(plain, reason.actions.at(-1))).status, 200)
  t.strictSame(reasonCodes(await fetchExplanation(plain, id, { lineItemId: '1' })), ['LineDelivered'])
})

t.test('given units that no shipment holds, when their line is explained, then that is the reason', async (t) => {
  const plain = await testOrders(t, { config: await sampleConfig(), database: test.database })
  const { id } = await createdOrder(plain)
  await plain.background.idle()
  // As an import of another system may have left it.
  const text = `update "order" set document = jsonb_set(document::jsonb, '{orderForm,shipments,0,lineItems,0,quantity}', '1')::json where id = $1`
  await plain.database.query({ text, values: [id] })
  t.match(requireReason(await fetchExplanation(plain, id, { lineItemId: '1' }), 'LineNotShipped'), {
    sentence: 'Cup: 1 not in any shipment.',
  })
})

t.test('given a line whose shipment has not left, when it is explained, then the action reports that it has', async (t) => {
  const { id } = await ordered(9)
  const reason = requireReason(await fetchExplanation(test, id, { lineItemId: '1' }), 'LineAwaitsShipment')
  t.match(reason, { sentence: 'Cup: waiting for shipment 1 to leave (New).', since: String })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.strictSame(reasonCodes(await fetchExplanation(test, id, { lineItemId: '1' })), ['LineOnItsWay'])
})
