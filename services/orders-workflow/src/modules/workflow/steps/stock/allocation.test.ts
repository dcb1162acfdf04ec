import t from 'tap'
import { fetchInventory, put, testStock } from '../../../../testing/inventory.ts'
import { createdOrder, type OrdersTest, orderBody, orderFormBody, updateStatus } from '../../../../testing/test-orders.ts'

type Fields = Record<string, unknown>

const line = (fields: Fields = {}) => ({ lineItemId: '1', code: 'CUP', quantity: 2, placedPrice: 10, taxRate: 25, ...fields })
const pot = line({ lineItemId: '2', code: 'POT' })
const at = (warehouseCode: string, skuId: string, quantity: number) => ({ warehouseCode, skuId, quantity })

async function allocated(test: OrdersTest, form: Fields) {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [], ...form }) })
  await test.background.idle()
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  const shipments = body.order.orderForm.shipments.map((one: Fields) => [one.warehouseCode, one.isAllocated])
  return { id, shipments, order: body.order, result: body.orderActionExecutionResults[0] }
}

const reserved = async (test: OrdersTest, skuId: string) =>
  (await fetchInventory(test, skuId)).map((one: Fields) => [one.warehouseCode, one.reservedQuantity])

t.test('given warehouses of a store, when goods are allocated, then the first with all gets the reservations', async (t) => {
  const test = await testStock(t)
  await put(test, [
    at('Oslo-01', 'CUP', 9),
    at('Oslo-01', 'POT', 1),
    at('Central', 'CUP', 2),
    at('Central', 'POT', 2),
    at('Bergen-01', 'POT', 9),
  ])
  const { shipments, order, result } = await allocated(test, { lineItems: [line(), pot] })
  t.match(result, { actionType: 'AllocateToWarehouse', actionStatus: 'Success' })
  t.same(shipments, [['Central', true]])
  t.same(await reserved(test, 'CUP'), [
    ['Central', 2],
    ['Oslo-01', 0],
  ])
  t.same(await reserved(test, 'POT'), [
    ['Bergen-01', 0],
    ['Central', 2],
    ['Oslo-01', 0],
  ])
  t.match(order.orderForm.lineItems, [{ reservedInventoryQuantity: 2 }, { reservedInventoryQuantity: 2 }])
})

t.test('given goods reserved for the shipment, when it is allocated, then they count as available', async (t) => {
  const test = await testStock(t)
  await put(test, [at('Oslo-01', 'CUP', 2), at('Central', 'CUP', 9)])
  t.same((await allocated(test, { lineItems: [line()] })).shipments, [['Oslo-01', true]])
})

t.test(
  'given no warehouse with all lines, when a shipment is allocated, then there is a warning; an assigned warehouse stays',
  async (t) => {
    const test = await testStock(t)
    await put(test, [at('Oslo-01', 'CUP', 9), at('Central', 'POT', 9)])
    const none = await allocated(test, { lineItems: [line(), pot] })
    t.match(none.result, { actionStatus: 'Warning', message: /shipment "1"/ })
    t.same(none.shipments, [[null, false]])
    const assigned = await allocated(test, { lineItems: [line()], shipments: [{ shipmentId: '1', warehouseCode: 'Elsewhere' }] })
    t.match([assigned.result, assigned.shipments], [{ actionStatus: 'Success' }, [['Elsewhere', false]]])
  },
)

t.test(
  'given stock for one shipment, when two are allocated, then the second finds none and a backorder line does not block',
  async (t) => {
    const test = await testStock(t)
    await put(test, [at('Oslo-01', 'CUP', 0), at('Central', 'CUP', 3)])
    const shipments = ['1', '2'].map((shipmentId) => ({ shipmentId, lineItems: [line({ lineItemId: shipmentId })] }))
    const two = await allocated(test, { lineItems: [line(), line({ lineItemId: '2' })], shipments })
    t.match(two.result, { actionStatus: 'Warning', message: /"2"/ })
    t.same(two.shipments, [
      ['Central', true],
      [null, false],
    ])
    await put(test, [at('Central', 'POT', 5)])
    const late = await allocated(test, { lineItems: [pot, line({ isBackorder: true, quantity: 99 })] })
    t.same(late.shipments, [['Central', true]])
  },
)

t.test('given an allocated order, when it is completed, then its goods leave the chosen warehouse', async (t) => {
  const test = await testStock(t)
  await put(test, [at('Oslo-01', 'CUP', 1), at('Central', 'CUP', 2)])
  const { id } = await allocated(test, { lineItems: [line()] })
  await updateStatus(test, id, { body: { status: 'Completed' } })
  t.match(await fetchInventory(test, 'CUP'), [
    { warehouseCode: 'Central', quantity: 0, reservedQuantity: 0 },
    { warehouseCode: 'Oslo-01', quantity: 1, reservedQuantity: 0 },
  ])
})

// The open units stayed without a reservation although there were enough of them where the shipment
// then was.
t.test(
  'given units that one warehouse could not reserve, when the line moves to another, then they are reserved there if the order had reserved them',
  async (t) => {
    const test = await testStock(t)
    await put(test, [at('Oslo-01', 'CUP', 0), at('Central', 'CUP', 20)])
    const { order, id } = await allocated(test, { lineItems: [line()] })
    t.match(order.orderForm.lineItems, [{ reservedInventoryQuantity: 2 }])
    t.same(await reserved(test, 'CUP'), [
      ['Central', 2],
      ['Oslo-01', 0],
    ])
    const again = await updateStatus(test, id, { body: { status: 'InProgress' } })
    t.equal(again.body.order.versionId, order.versionId, 'once')
    const body = orderBody({ orderForm: orderFormBody({ payments: [], lineItems: [line()], shipments: [] }) })
    const silent = (await test.send({ method: 'POST', url: '/api/Orders?runWorkflow=false', body })).body
    await updateStatus(test, silent.id, { body: { status: 'InProgress' } })
    t.same((await reserved(test, 'CUP'))[0], ['Central', 2], 'an order that never reserved anything does not begin to')
  },
)

t.test(
  'given reserved goods, when they are reallocated, then the new warehouse reserves them as far as it has stock',
  async (t) => {
    const test = await testStock(t)
    await put(test, [at('Oslo-01', 'CUP', 1), at('Central', 'CUP', 20)])
    const shipments = [{ shipmentId: '1', warehouseCode: 'Oslo-01' }]
    const { id } = await createdOrder(test, {
      orderForm: orderFormBody({ payments: [], lineItems: [line({ quantity: 4 })], shipments }),
    })
    await test.background.idle()
    const lineItemUpdates = [{ lineItemId: '1', reallocateQuantity: 3 }]
    const body = { status: 'InProgress', shipmentInfo: { warehouseCode: 'Central' }, lineItemUpdates }
    const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
    t.equal(response.status, 200)
    t.same(await reserved(test, 'CUP'), [
      ['Central', 3],
      ['Oslo-01', 1],
    ])
  },
)

/** An order of 6 that is reserved in Oslo-01, where 10 are; in Central there are 6. */
async function sixInOslo(t: Parameters<typeof testStock>[0]) {
  const test = await testStock(t)
  await put(test, [at('Oslo-01', 'CUP', 10), at('Central', 'CUP', 6)])
  const { id } = await allocated(test, { lineItems: [line({ quantity: 6 })] })
  const update = (update: Fields, fields: Fields = {}) =>
    test.send({
      method: 'POST',
      url: `/api/Orders/${id}/OrderLinesUpdate`,
      body: { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', ...update }], ...fields },
    })
  return { test, id, update }
}

// They stayed in the old warehouse until some later status.
t.test(
  'given a shipment with reservations, when all of it is reallocated, then the reservations move and no step runs',
  async (t) => {
    const { test, id, update } = await sixInOslo(t)
    t.same(await reserved(test, 'CUP'), [
      ['Central', 0],
      ['Oslo-01', 6],
    ])
    const { body } = await update({ reallocateQuantity: 6 }, { shipmentInfo: { warehouseCode: 'Central' } })
    t.same(body.orderActionExecutionResults, [])
    t.match(body.order.orderForm, {
      lineItems: [{ reservedInventoryQuantity: 6 }],
      shipments: [{ warehouseCode: 'Central', lineItems: [{ reservedInventoryQuantity: 6 }] }],
    })
    t.equal(body.order.orderForm.shipments.length, 1)
    t.same(await reserved(test, 'CUP'), [
      ['Central', 6],
      ['Oslo-01', 0],
    ])
    await updateStatus(test, id, { body: { status: 'Completed' } })
    t.match(await fetchInventory(test, 'CUP'), [
      { warehouseCode: 'Central', quantity: 0, reservedQuantity: 0 },
      { warehouseCode: 'Oslo-01', quantity: 10, reservedQuantity: 0 },
    ])
  },
)

t.test(
  'given reserved goods, when they are reallocated, split or moved without a step of stock, then reservations follow',
  async (t) => {
    const { test, id, update } = await sixInOslo(t)
    const held = { status: 'OnHold' }
    await update({ reallocateQuantity: 2 }, { ...held, shipmentInfo: { warehouseCode: 'Central' } })
    t.same(await reserved(test, 'CUP'), [
      ['Central', 2],
      ['Oslo-01', 4],
    ])
    // What is delivered is still on the shelf, and must not be sold twice.
    const { body } = await update({ deliveredQuantity: 1 }, held)
    const [{ shipmentId }] = body.order.orderForm.shipments
    const split = (await update({ splitQuantity: 2 }, { ...held, shipmentInfo: { shipmentId } })).body.order.orderForm
    t.match(split.shipments, [
      { warehouseCode: 'Oslo-01', lineItems: [{ reservedInventoryQuantity: 2 }] },
      { warehouseCode: 'Central', lineItems: [{ reservedInventoryQuantity: 2 }] },
      { warehouseCode: 'Oslo-01', lineItems: [{ reservedInventoryQuantity: 2 }] },
    ])
    const shipments = [{ shipmentId, warehouseCode: 'Central' }]
    const patched = await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { orderForm: { shipments } } })
    t.equal(patched.status, 200)
    t.same(await reserved(test, 'CUP'), [
      ['Central', 4],
      ['Oslo-01', 2],
    ])
  },
)

t.test('given fewer goods in the new warehouse, when reserved ones are reallocated, then it reserves what it has', async (t) => {
  const { test, update } = await sixInOslo(t)
  await put(test, [at('Central', 'CUP', 5)])
  const { body } = await update({ reallocateQuantity: 6 }, { shipmentInfo: { warehouseCode: 'Central' } })
  t.match(body.order.orderForm.lineItems, [{ reservedInventoryQuantity: 5 }])
  t.same(await reserved(test, 'CUP'), [
    ['Central', 5],
    ['Oslo-01', 0],
  ])
})
