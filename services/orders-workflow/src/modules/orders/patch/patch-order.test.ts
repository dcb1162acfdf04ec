import t from 'tap'
import {
  authorization,
  createdOrder,
  orderBody,
  orderFormBody,
  outboxEnvelopes,
  testOrders,
} from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const patch = (id: string, body: unknown, request: { headers?: Record<string, string>; as?: { storeIds: string[] } } = {}) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${encodeURIComponent(id)}/PatchOrder`, body, ...request })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}` })).body
const findVersions = (id: string) =>
  test.database.query({
    text: 'select operation, created_by, changed_fields from order_version where order_id = $1 order by version_number',
    values: [id],
  })

const updated = {
  order: null,
  totalCount: 1,
  updatedCount: 1,
  unchangedCount: 0,
  notFoundCount: 0,
  errorCount: 0,
  errorMessage: null,
  isModified: true,
  warnings: [],
}
const unchanged = { ...updated, updatedCount: 0, unchangedCount: 1, isModified: false }

t.test('given a patch that changes an order, when it is applied, then there are one version and its events', async (t) => {
  const { id } = await createdOrder(test)
  const before = (await outboxEnvelopes(test, id)).length
  const response = await patch(id, {
    customerName: 'Ola',
    orderForm: { lineItems: [{ lineItemId: '1', quantity: 3 }] },
    total: 7,
  })
  t.same([response.status, response.body], [200, updated])
  const after = await read(id)
  t.match(after, {
    customerName: 'Ola',
    customerEmail: 'kari@example.com',
    modifiedBy: 'test-client',
    total: 598.9,
    orderForm: { lineItems: [{ quantity: 3 }, { quantity: 1 }], shipments: [{ lineItems: [{ quantity: 3 }, { quantity: 1 }] }] },
  })
  t.match((await findVersions(id)).at(-1), { operation: 'PatchOrder', created_by: 'test-client' })
  const events = (await outboxEnvelopes(test, id)).slice(before)
  t.same(
    events.map(({ type }) => type),
    ['orders.order.updated.v1', 'orders.shipment.changed.v1'],
  )
  t.match(events[0].data, { operation: 'PatchOrder', versionId: after.versionId, total: 598.9 })
})

t.test('given a patch that changes nothing, when it is applied, then version, events and date stay', async (t) => {
  const { id } = await createdOrder(test)
  await patch(id, { tags: ['a'], orderNotes: [{ detail: 'Hello' }], orderForm: { payments: [authorization()] } })
  const before = await read(id)
  const published = (await outboxEnvelopes(test, id)).length
  const bodies = [
    {},
    { tags: ['a'], orderNotes: [{ detail: 'Hello' }] },
    { total: 1, modifiedBy: 'me' },
    { orderForm: { payments: [authorization()] } },
    before,
  ]
  for (const body of bodies) t.same((await patch(id, body)).body, unchanged)
  t.same(await read(id), before)
  t.equal((await findVersions(id)).length, 2)
  t.equal((await outboxEnvelopes(test, id)).length, published)
})

t.test('given names in any letter case, when an order is patched, then they match and unknown ones are ignored', async (t) => {
  const { id } = await createdOrder(test, { customerPhone: '+47 1' })
  t.equal((await patch(id, { CUSTOMERNAME: 'Ola', colour: 'red', ForceUpdate: ['CustomerPhone'] })).body.isModified, true)
  t.match(await read(id), { customerName: 'Ola', customerPhone: null })
})

t.test('given a status, when it is patched, then it is written and no workflow runs', async (t) => {
  const order = await createdOrder(test)
  t.equal((await patch(order.id, { status: 'Completed' })).body.isModified, true)
  const after = await read(order.id)
  t.match(after, { status: 'Completed', completed: null, orderForm: { capturedPaymentTotal: 0 } })
  const events = (await outboxEnvelopes(test, order.id)).map(({ type }) => type)
  t.ok(events.includes('orders.order.status-changed.v1'))
  const runs = await test.database.query({
    text: "select 1 from workflow_run where order_id = $1 and status = 'Completed'",
    values: [order.id],
  })
  t.same(runs, [])
})

t.test('given a queued order, when its status is patched, then it is no longer queued', async (t) => {
  const { id } = await createdOrder(test, { status: 'Queued' })
  t.equal((await patch(id, { status: 'InProgress' })).status, 200)
  t.equal((await read(id)).status, 'InProgress')
})

t.test('given wrong values, when an order is patched, then it is refused with the path and nothing is written', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const bad: [unknown, string][] = [
    [{ customerName: 'Ola', storeId: 'Nowhere' }, 'storeId'],
    [{ customerName: 'Ola', marketId: 'XXX' }, 'marketId'],
    [{ customerName: 'Ola', orderType: 'Barter' }, 'orderType'],
    [{ customerName: 'Ola', status: 'Lost' }, 'status'],
    [{ customerName: 'Ola', id: 'another' }, 'id'],
    [{ customerName: 'Ola', forceUpdate: ['customerName', 'colour'] }, 'forceUpdate[1]'],
    [{ customerName: 5 }, 'customerName'],
    [{ orderForm: { lineItems: [{ lineItemId: '1', quantity: '5' }] } }, 'orderForm.lineItems[0].quantity'],
    [{ orderForm: { payments: [authorization({ transactionId: 'x', status: 'Maybe' })] } }, 'orderForm.payments[0].status'],
    [{ tags: Array.from({ length: 251 }, (_, index) => `t${index}`) }, 'tags'],
  ]
  for (const [body, path] of bad) {
    const response = await patch(id, body)
    t.match([response.status, Object.keys(response.body.errors ?? {})], [400, [path]], path)
  }
  const broken = await patch(id, { orderForm: { lineItems: [{ lineItemId: '1', deliveredQuantity: 3 }] } })
  t.match(broken, { status: 400, body: { error: 'QuantityNotAvailable' } })
  t.equal((await read(id)).versionId, versionId)
})

for (const field of ['id', 'storeId', 'status', 'orderType']) {
  t.test(`given ${field} in forceUpdate, when it is null or absent, then it is refused and nothing is written`, async (t) => {
    const { id } = await createdOrder(test)
    const before = await read(id)
    const published = (await outboxEnvelopes(test, id)).length
    for (const sent of [{ [field]: null }, {}]) {
      const response = await patch(id, { ...sent, forceUpdate: ['customerName', field] })
      t.match(response, { status: 400, body: { error: 'ValidationFailed', errors: { 'forceUpdate[1]': [String] } } })
    }
    t.same(await read(id), before)
    t.equal((await findVersions(id)).length, 1)
    t.equal((await outboxEnvelopes(test, id)).length, published)
  })
}

t.test('given an unknown order, when it is patched, then it is 404', async (t) => {
  t.match(await patch('nobody', { customerName: 'Ola' }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given a read-only order, when a patch unlocks it, then it is applied, and a deleted one is refused', async (t) => {
  const { id } = await createdOrder(test, { isReadOnly: true })
  t.match(await patch(id, { customerName: 'Ola' }), { status: 400, body: { error: 'OrderIsReadOnly' } })
  t.same((await patch(id, { isReadOnly: false, customerName: 'Ola' })).body, updated)
  t.match(await read(id), { isReadOnly: false, customerName: 'Ola' })
  const deleted = await createdOrder(test, { status: 'Deleted' })
  t.match(await patch(deleted.id, { isReadOnly: false, status: 'New' }), { status: 400, body: { error: 'OrderIsDeleted' } })
})

t.test('given a limited caller, when it patches an order, then both its stores must be in scope', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await patch(id, { customerName: 'Ola' }, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await patch(id, { storeId: 'Bergen-01' }, { as: { storeIds: ['Oslo-01'] } })).status, 403)
  t.equal((await read(id)).storeId, 'Oslo-01')
  t.equal((await patch(id, { storeId: 'Bergen-01' }, { as: { storeIds: ['Oslo-01', 'Bergen-01'] } })).status, 200)
  t.equal((await read(id)).storeId, 'Bergen-01')
})

// Only the patch of a return form itself looked at the store that its goods go back to.
t.test('given a return to a store, when the caller is limited, then the store must be in scope, unless stored', async (t) => {
  const { id } = await createdOrder(test)
  const returnTo = (storeId: string, as: { storeIds: string[] }) =>
    patch(id, { returnOrderForms: [{ returnId: '1', storeId }] }, { as })
  t.equal((await returnTo('Bergen-01', { storeIds: ['Oslo-01'] })).status, 403)
  t.same((await read(id)).returnOrderForms, [])
  t.equal((await returnTo('Bergen-01', { storeIds: ['Oslo-01', 'Bergen-01'] })).status, 200)
  t.equal((await returnTo('142', { storeIds: ['Oslo-01'] })).status, 403)
  t.equal((await patch(id, { customerName: 'Ola' }, { as: { storeIds: ['Oslo-01'] } })).status, 200)
  t.match(await read(id), { customerName: 'Ola', returnOrderForms: [{ storeId: 'Bergen-01' }] })
})

t.test('given a stale If-Match, when an order is patched, then it is 412 with the changed fields', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const ifMatch = (version: string) => ({ headers: { 'if-match': `"${version}"` } })
  t.equal((await patch(id, { customerName: 'Ola' }, ifMatch(versionId))).status, 200)
  const current = await read(id)
  const response = await patch(id, { customerName: 'Per' }, ifMatch(versionId))
  t.match(response, {
    status: 412,
    body: { error: 'VersionConflict', currentVersionId: current.versionId, changedFields: ['customerName'] },
  })
  t.equal((await patch(id, { customerName: 'Per' }, ifMatch(current.versionId))).status, 200)
})

t.test('given one Idempotency-Key, when it is sent twice concurrently, then the order is patched once', async (t) => {
  const { id } = await createdOrder(test)
  const keyed = { headers: { 'idempotency-key': `patch-${id}` } }
  const body = { orderForm: { payments: [authorization({ transactionId: '', amount: 5 })] } }
  await Promise.all([patch(id, body, keyed), patch(id, body, keyed)])
  const replay = await patch(id, body, keyed)
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.same(replay.body, updated)
  t.equal((await read(id)).orderForm.payments.length, 2)
  t.equal((await patch(id, { customerName: 'Per' }, keyed)).status, 422)
})

t.test('given one order, when it is patched concurrently, then no patch is lost', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      patch(id, {
        tags: [`t${index}`],
        properties: [{ key: `k${index}`, value: '1' }],
        orderForm: { lineItems: [{ quantity: 1, code: `c${index}` }] },
      }),
    ),
  )
  t.same(
    responses.map(({ status }) => status),
    Array(12).fill(200),
  )
  const after = await read(id)
  t.same([after.tags.length, after.properties.length, after.orderForm.lineItems.length], [12, 12, 14])
  t.equal(new Set(after.orderForm.lineItems.map((line: { lineItemId: string }) => line.lineItemId)).size, 14)
  t.equal((await findVersions(id)).length, 13)
})

t.test('given a patch with a new line, when it is applied, then the first shipment and the total have it', async (t) => {
  const { id } = await createdOrder(test)
  await patch(id, { orderForm: { lineItems: [{ code: 'LID', quantity: 2, placedPrice: 10, taxRate: 25 }] } })
  const { orderForm, total } = await read(id)
  t.match(orderForm.shipments[0].lineItems[2], { lineItemId: '3', code: 'LID', quantity: 2, extendedPrice: 20 })
  t.equal(total, 518.9)
})

t.test('given hostile text, when it is patched, then it is stored unchanged', async (t) => {
  const text = `Robert'); drop table "order"; -- 🙂 </script> {{x}}`
  const { id } = await createdOrder(test)
  t.equal(
    (await patch(id, { customerName: text, properties: [{ key: '__proto__', value: text }], tags: ['constructor'] })).status,
    200,
  )
  t.match(await read(id), { customerName: text, properties: [{ key: '__proto__', value: text }], tags: ['constructor'] })
})

t.test('given an order of 1,000 lines, when all are patched, then all change', async (t) => {
  const lineItems = Array.from({ length: 1000 }, (_, index) => ({
    lineItemId: `${index}`,
    code: `c${index}`,
    quantity: 1,
    placedPrice: 1,
  }))
  const form = orderFormBody({ lineItems, payments: [] })
  const { body } = await test.send({ method: 'POST', url: '/api/Orders', body: orderBody({ orderForm: form }) })
  const changed = lineItems.map(({ lineItemId }) => ({ lineItemId, quantity: 2, displayName: 'x' }))
  t.same((await patch(body.id, { orderForm: { lineItems: changed } })).body, updated)
  t.match(await read(body.id), { total: 2049 })
})
