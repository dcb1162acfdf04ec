import t from 'tap'
import { storedDocument } from '../../../order/rules/sparse-order.ts'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const omitted = { headers: { prefer: 'omit-empty' } }
const read = (id: unknown, more: object = {}) => test.send({ url: `/api/Orders/${id}`, ...more })
const found = (id: unknown, more: object = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/Search', body: { orderNumber: id, disableFacets: true }, ...more })

async function storedText(id: unknown): Promise<string> {
  const text = 'select document::text as stored from "order" where id = $1'
  const [row] = await test.database.query<{ stored: string }>({ text, values: [id] })
  return row?.stored ?? ''
}

/** Replaces what is stored of an order, by SQL over `document` and `$2`. */
async function replaceStored(id: unknown, sql: string, value?: string): Promise<void> {
  const text = `update "order" set document = (${sql})::json where id = $1`
  await test.database.query({ text, values: value === undefined ? [id] : [id, value] })
}

t.test('given an order, when it is stored, then its empty fields are omitted, and reading restores them', async (t) => {
  const order = await createdOrder(test, { tags: [] })
  const stored = await storedText(order.id)
  t.notMatch(stored, /:null|:\[\]|"tags"|"isReadOnly"/)
  t.ok(stored.length * 3 < JSON.stringify(order).length, `${stored.length} of ${JSON.stringify(order).length} characters`)
  t.same((await read(order.id)).body, order)
  t.same((await found(order.id)).body.result, [order])
})

t.test('given Prefer: omit-empty, when an order is read or searched, then it has no empty fields', async (t) => {
  const order = await createdOrder(test)
  const response = await read(order.id, omitted)
  t.match(response, {
    status: 200,
    headers: { 'preference-applied': 'omit-empty', etag: `"${order.versionId}"`, vary: /prefer/i },
    body: { id: order.id, total: 498.9, orderForm: { lineItems: [{ code: 'CUP', quantity: 2 }, { code: 'POT' }] } },
  })
  t.notMatch(response.text, /:null|:\[\]|"sparse"/)
  const search = await found(order.id, omitted)
  t.same(search.body.result, [response.body])
  t.equal(search.headers['preference-applied'], 'omit-empty')
  t.equal((await read(order.id, { headers: { prefer: 'respond-async, omit-empty; foo' } })).text, response.text)
  t.same((await read(order.id, { headers: { prefer: 'omit-emptyish' } })).body, order)
})

// Regression: the omitted flag was read as true when the order was sent back.
t.test('given a sparse order whose lines keep no stock, when it is sent back, then it is unchanged', async (t) => {
  const line = { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 100, taxRate: 25 }
  const order = await createdOrder(test, { orderForm: { lineItems: [{ ...line, updateStock: false }] } })
  const { body } = await read(order.id, omitted)
  t.equal(body.orderForm.lineItems[0].updateStock, false)
  const sent = await test.send({ method: 'PUT', url: '/api/Orders/Update', body })
  t.equal(sent.status, 200, sent.text)
  t.equal(sent.headers.etag, `"${order.versionId}"`)
  t.same((await read(order.id)).body, order)
})

t.test(
  'given an order that an earlier version stored with empty fields, when it is read and changed, then it is the same',
  async (t) => {
    const order = await createdOrder(test)
    await replaceStored(order.id, '$2', JSON.stringify(order))
    t.same((await read(order.id)).body, order)
    t.notMatch((await read(order.id, omitted)).text, /:null/)
    const patched = await test.send({
      method: 'PATCH',
      url: `/api/Orders/${order.id}/PatchOrder`,
      body: { customerReference: 'R-1' },
    })
    t.equal(patched.status, 200, patched.text)
    t.match((await read(order.id)).body, { ...order, customerReference: 'R-1', versionId: String, modified: String })
    t.match(await storedText(order.id), /^\{"sparse":1,/)
    const before = await test.send({ url: `/api/Orders/${order.id}/${order.versionId}` })
    t.same(before.body.value, order)
  },
)

t.test('given processes of an earlier version, when orders are stored whole, then those can read them', async (t) => {
  const order = await createdOrder(test)
  t.same(JSON.parse(storedDocument(order, 'whole')), order)
})

t.test('given a document that was changed by SQL, when it is read, then it has all fields', async (t) => {
  const order = await createdOrder(test)
  await replaceStored(order.id, `jsonb_set(document::jsonb, '{customerReference}', '"R-2"')`)
  t.notMatch(await storedText(order.id), /^\{"sparse":1,/)
  t.same((await read(order.id)).body, { ...order, customerReference: 'R-2' })
  t.notMatch((await read(order.id, omitted)).text, /:null|"sparse"/)
})
