import t from 'tap'
import { fetchInventory, fetchMovements, put, testStock } from '../../testing/inventory.ts'
import { returning } from '../../testing/returning.ts'
import { createdOrder, type OrdersTest, orderBody, orderFormBody, updateStatus } from '../../testing/test-orders.ts'

const line = (lineItemId: string, quantity: number) => ({ lineItemId, code: 'CUP', quantity, placedPrice: 10, taxRate: 25 })
const form = (lineItems: object[]) => ({
  orderForm: orderFormBody({ payments: [], lineItems, shipments: [{ shipmentId: '1', lineItems }] }),
})

/**
 * An order with 4 and 2 of the 9 cups reserved, in a tenant without steps that free reservations.
 */
async function reserved(t: Parameters<typeof testStock>[0]) {
  const test = await testStock(t)
  const statuses = test.deps.config().orderTypes.flatMap(({ orderStatuses }) => orderStatuses)
  for (const status of statuses)
    Object.assign(status, { workflowSteps: status.workflowSteps.filter(({ name }) => name !== 'ReduceReservedInventory') })
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 9 }])
  const order = await createdOrder(test, form([line('1', 4), line('2', 2)]))
  await test.background.idle()
  return { test, id: order.id as string }
}

async function readLevel(test: OrdersTest): Promise<[number, number]> {
  const [level] = await fetchInventory(test, 'CUP')
  return [level.quantity, level.reservedQuantity]
}
const read = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const readReserved = async (test: OrdersTest, id: string) =>
  (await read(test, id)).orderForm.lineItems.map((one: { reservedInventoryQuantity: number }) => one.reservedInventoryQuantity)

t.test('given a reserved line, when it is cancelled twice, then its reservation is freed once', async (t) => {
  const { test, id } = await reserved(t)
  t.same(await readLevel(test), [9, 6])
  for (let times = 0; times < 2; times++) {
    const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/1/Cancel` })
    t.match(response, {
      status: 200,
      body: { orderForm: { lineItems: [{ reservedInventoryQuantity: 0 }, { reservedInventoryQuantity: 2 }] } },
    })
    t.same(await readLevel(test), [9, 2])
  }
  t.match(
    (await fetchMovements(test, `?orderId=${id}`)).filter(({ reservedDelta }: { reservedDelta: number }) => reservedDelta < 0),
    [{ kind: 'Reservation', reservedDelta: -4, lineItemId: '1', shipmentId: '1' }],
  )
})

t.test(
  'given a reserved line, when it is cancelled in part, then that part is freed and delivered units stay reserved',
  async (t) => {
    const { test, id } = await reserved(t)
    const lineItemUpdates = [{ lineItemId: '1', deliveredQuantity: 1, canceledQuantity: 2 }]
    const body = { status: 'OnHold', lineItemUpdates }
    const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
    t.equal(response.status, 200)
    t.same(await readLevel(test), [9, 4])
    t.same(await readReserved(test, id), [2, 2])
  },
)

t.test('given reserved lines, when a status or a batch cancels them, then their reservations are freed', async (t) => {
  const { test, id } = await reserved(t)
  t.equal((await updateStatus(test, id, { body: { status: 'Cancelled', skipRunWorkflow: false } })).status, 200)
  t.same(await readLevel(test), [9, 0])
  const other = await createdOrder(test, form([line('1', 3), line('2', 1)]))
  await test.background.idle()
  const body = [{ orderId: other.id, lineItemIds: ['1'] }]
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body })).body, 1)
  t.same(await readLevel(test), [9, 1])
})

t.test('given reserved lines, when the order is replaced with fewer goods, then the others are freed', async (t) => {
  const { test, id } = await reserved(t)
  const less = orderBody({ id, orderNumber: id, ...form([line('1', 3)]) })
  t.equal((await test.send({ method: 'PUT', url: '/api/Orders/Update', body: less })).status, 200)
  t.same(await readLevel(test), [9, 3])
  t.same(await readReserved(test, id), [3])
  const least = orderBody({ id, orderNumber: id, ...form([line('1', 1)]) })
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body: [least] })).status, 204)
  t.same(await readLevel(test), [9, 1])
  t.same(await readReserved(test, id), [1])
})

t.test('given reserved lines, when they get new ids, then nothing is freed', async (t) => {
  const { test, id } = await reserved(t)
  const lineItemIdMappings = [{ oldLineItemId: '1', newLineItemId: 'one' }]
  const response = await test.send({
    method: 'POST',
    url: '/api/Orders/PatchLineItemIds',
    body: { orderId: id, lineItemIdMappings },
  })
  t.equal(response.status, 200)
  t.same(await readLevel(test), [9, 6])
  await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/one/Cancel` })
  t.same(await readLevel(test), [9, 2])
})

t.test('given an order with reservations, when it is deleted and restored, then they are freed and reserved again', async (t) => {
  const { test, id } = await reserved(t)
  const url = `/api/Orders/${id}`
  await test.send({ method: 'DELETE', url })
  t.same(await readLevel(test), [9, 0])
  t.same(await readReserved(test, id), [0, 0])
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 5 }])
  t.equal((await test.send({ method: 'POST', url: `${url}/Restore` })).status, 200)
  t.same(await readLevel(test), [5, 5])
  t.same(await readReserved(test, id), [4, 1])
  await test.send({ method: 'DELETE', url, headers: {} })
  t.same(await readLevel(test), [5, 0])
})

t.test('given reserved lines, when they are cancelled concurrently, then every unit is freed once', async (t) => {
  const { test, id } = await reserved(t)
  const cancel = (lineItemId: string) => test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/${lineItemId}/Cancel` })
  const responses = await Promise.all([cancel('1'), cancel('2'), cancel('1'), cancel('2')])
  for (const { status } of responses) t.equal(status, 200)
  t.same(await readLevel(test), [9, 0])
  t.same(await readReserved(test, id), [0, 0])
})

/**
 * An order of 4 cups that are delivered, of which 2 are returned, not refunded, and back in stock
 * with the remaining 5 of 9.
 */
async function returned(t: Parameters<typeof testStock>[0]) {
  const test = await testStock(t)
  const api = returning(test)
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 9 }])
  const order = await api.deliveredOrder(form([line('1', 4)]))
  const giveBack = async (returnQuantity: number) => {
    const returns = [{ lineItemId: '1', returnQuantity, isStockUpdated: true }]
    const { status, body } = await api.postReturn(order.id, { creditPayment: false, returns })
    if (status !== 200) throw new Error(JSON.stringify(body))
    await complete(body.returnId)
    return body.returnId as string
  }
  const enter = (returnId: string, status: string) => api.returnStatus(order.id, { returnId, status })
  const complete = async (returnId: string) => {
    const { status, body } = await enter(returnId, 'Completed')
    if (status !== 200 || body.isAborted) throw new Error(JSON.stringify(body))
  }
  const returnId = await giveBack(2)
  return { test, ...api, id: order.id as string, returnId, giveBack, enter }
}

const readQuantity = async (test: OrdersTest) => (await readLevel(test))[0]

t.test('given returned goods, when their form is cancelled, then they leave the stock and can be returned again', async (t) => {
  const { test, id, returnId, giveBack, enter } = await returned(t)
  t.equal(await readQuantity(test), 7)
  t.equal((await enter(returnId, 'Cancelled')).status, 200)
  t.equal(await readQuantity(test), 5)
  t.equal((await enter(returnId, 'OrderCanceled')).status, 200)
  t.equal(await readQuantity(test), 5)
  await giveBack(4)
  t.equal(await readQuantity(test), 9)
  t.match(
    (await fetchMovements(test, `?orderId=${id}`)).filter(({ kind }: { kind: string }) => kind === 'Return'),
    [{ quantityDelta: 2 }, { quantityDelta: -2, lineItemId: '1' }, { quantityDelta: 4 }],
  )
})

t.test('given a cancelled return form, when it is completed again, then its goods are in stock again', async (t) => {
  const { test, returnId, enter } = await returned(t)
  await enter(returnId, 'Cancelled')
  t.match((await enter(returnId, 'Completed')).body, { isAborted: false })
  t.equal(await readQuantity(test), 7)
})

t.test('given a return form, when a patch reduces or cancels it, then its goods are withdrawn', async (t) => {
  const { test, id, returnId, patchReturn, readOrder, giveBack } = await returned(t)
  await patchReturn({ id, returnId }, { lineItems: [{ lineItemId: '1', quantity: 1 }] })
  t.equal(await readQuantity(test), 6)
  await patchReturn({ id, returnId }, { lineItems: [{ lineItemId: '1', updateStock: false }] })
  t.equal(await readQuantity(test), 5)
  const other = await giveBack(3)
  t.equal(await readQuantity(test), 8)
  const body = { returnOrderForms: [{ returnId: other, status: 'Cancelled' }] }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })).status, 200)
  t.equal(await readQuantity(test), 5)
  t.equal((await readOrder(id)).orderForm.lineItems[0].returnQuantity, 1)
})

t.test('given returned goods that are sold again, when their form is cancelled, then it is refused', async (t) => {
  const { test, id, returnId, enter, readOrder } = await returned(t)
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 1 }])
  const { versionId } = await readOrder(id)
  const response = await enter(returnId, 'Cancelled')
  t.match(response, { status: 400, body: { error: 'QuantityNotAvailable', message: /"CUP".*"Oslo-01".*1 of 2/ } })
  t.equal(await readQuantity(test), 1)
  t.equal((await readOrder(id)).versionId, versionId)
})

t.test('given a return form, when it is cancelled concurrently, then its goods are withdrawn once', async (t) => {
  const { test, returnId, enter } = await returned(t)
  const responses = await Promise.all(['Cancelled', 'OrderCanceled', 'Cancelled'].map((status) => enter(returnId, status)))
  for (const { status } of responses) t.equal(status, 200)
  t.equal(await readQuantity(test), 5)
})
