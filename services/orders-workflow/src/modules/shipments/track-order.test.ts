import t from 'tap'
import { authorization, createdOrder, orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const track = (key: string) => test.send({ url: `/api/Orders/secret/${encodeURIComponent(key)}`, as: null })
let keys = 0
const newKey = () => `key-${process.pid}-${++keys}`
const note = (detail: string) => ({ detail, type: 'Public' })

t.test('when a guest reads an order by its secret key, then it needs no token and caches must not store it', async (t) => {
  const { id, secretKey } = await createdOrder(test)
  t.match(secretKey, /^[A-Za-z0-9]{16}$/, 'every Online order gets a key')
  const response = await track(secretKey)
  t.match(response, { status: 200, body: { id, status: 'New', total: 498.9, orderForm: { lineItems: [{ code: 'CUP' }, {}] } } })
  t.equal(response.headers['cache-control'], 'no-store')
  t.equal(response.headers.etag, undefined)
  t.match(await test.send({ method: 'HEAD', url: `/api/Orders/secret/${secretKey}`, as: null }), { status: 200, text: '' })
  t.equal((await test.send({ url: `/api/Orders/secret/${secretKey}`, as: { storeIds: ['Bergen-01'] } })).status, 200)
})

t.test('when a guest reads an order, then internal fields of the shop are absent everywhere', async (t) => {
  const secretKey = newKey()
  const payments = [authorization({ internalReference: 'ref-1', validationCode: 'val-1', authorizationCode: 'aut-1' })]
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 10, cost: 7654.21 }]
  await createdOrder(test, {
    secretKey,
    salesPersonId: 'sales-1',
    salesPersonName: 'Sales One',
    orderNotes: [note('internal-1')],
    publicOrderNotes: [note('public-1')],
    errors: [{ key: 'error-1' }],
    orderForm: orderFormBody({ lineItems, payments, shipments: [{}] }),
  })
  const { text, body } = await track(secretKey)
  t.match(body.publicOrderNotes, [{ detail: 'public-1' }])
  for (const own of [secretKey, 'ref-1', 'val-1', 'aut-1', 'sales-1', 'Sales One', 'internal-1', 'error-1', '7654.21']) {
    t.notOk(text.includes(own), own)
  }
  t.notMatch(text, /"(versionId|secretKey|modifiedBy|cost|costTotal|lineItemsCost|orderNotes|errors|salesPersonId)":/)
})

t.test('when a key opens no order, then every response is the same', async (t) => {
  const deleted = await createdOrder(test, { secretKey: newKey() })
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted.id}` })
  const purged = await createdOrder(test, { secretKey: newKey() })
  await test.send({ method: 'DELETE', url: `/api/Orders/${purged.id}?deletePermanently=true` })
  const existing = newKey()
  await createdOrder(test, { secretKey: existing })
  const misses = ['nobody', deleted.secretKey, purged.secretKey, existing.toUpperCase(), existing.slice(0, -1), ` ${existing}`]
  misses.push(`${existing} `, ' ', '%', "' or 1=1 --", 'x'.repeat(1_900), '😀', deleted.id)
  const known = await track('nobody')
  t.match(known, { status: 404, body: { error: 'NotFound' } })
  for (const key of misses) {
    const response = await track(key)
    t.strictSame([response.status, { ...response.body, traceId: '' }], [404, { ...known.body, traceId: '' }], key.slice(0, 40))
  }
})

t.test('when the URL has no key or an invalid id, then the request fails as everywhere', async (t) => {
  for (const url of ['/api/Orders/secret/', '/api/Orders/secret']) {
    t.match(await test.send({ url }), { status: 404, body: { error: 'NotFound' } })
    t.equal((await test.send({ url, as: null })).status, 401, 'it is that of an order, which needs a token')
  }
  t.match(await track('x'.repeat(5_000)), { status: 414, body: { error: 'UriTooLong' } })
})

t.test('given an order without a key, when the key is empty, then it is not found', async (t) => {
  const { secretKey } = await createdOrder(test, { orderType: 'Pos', status: 'New', secretKey: '' })
  t.notOk(secretKey)
  t.equal((await test.send({ url: '/api/Orders/secret/%20', as: null })).status, 404)
})

t.test('given several orders with one key, when it is used, then the newest is shown', async (t) => {
  const secretKey = newKey()
  await createdOrder(test, { secretKey, created: '2026-02-01' })
  const { id } = await createdOrder(test, { secretKey, created: '2026-03-01' })
  await createdOrder(test, { secretKey, created: '2026-01-01' })
  t.equal((await track(secretKey)).body.id, id)
})

t.test('given a changed key, when the old one is used, then the order is not found', async (t) => {
  const old = newKey()
  const order = await createdOrder(test, { secretKey: old })
  const secretKey = newKey()
  await test.send({ method: 'POST', url: '/api/Orders/Update', body: { ...order, secretKey } })
  t.equal((await track(old)).status, 404)
  t.equal((await track(secretKey)).body.id, order.id)
})
