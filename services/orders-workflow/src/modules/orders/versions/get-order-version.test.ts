import t from 'tap'
import { storedDocument } from '../../../order/rules/sparse-order.ts'
import { authorization, createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const version = (id: string, versionId: string, as: { storeIds?: string[]; roles?: string[] } = {}) =>
  test.send({ url: `/api/Orders/${encodeURIComponent(id)}/${encodeURIComponent(versionId)}`, as })
const sale = authorization({ transactionType: 'Sale', transactionId: 's', amount: 10 })
const pay = (id: string) => test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [sale] })

t.test('given the versions of an order, when one is read, then it has the order, its author and its date', async (t) => {
  const first = await createdOrder(test)
  const second = (await pay(first.id)).body
  for (const order of [first, second]) {
    const response = await version(first.id, order.versionId, { roles: ['OrderRead'] })
    t.equal(response.status, 200)
    t.equal(response.headers.etag, `"${order.versionId}"`)
    const { id, versionId, modified: created, modifiedBy: createdBy } = order
    t.strictSame(response.body, { id, type: 'Order', versionId, createdBy, provenBy: null, created, value: order })
  }
})

t.test('given a deleted order with any id, when its version is read, then it is returned', async (t) => {
  const { id, versionId } = await createdOrder(test, { id: `Ås / 7 "x" ${process.pid}` })
  await test.send({ method: 'DELETE', url: `/api/Orders/${encodeURIComponent(id)}` })
  t.match(await version(id, versionId), { status: 200, body: { id, value: { status: 'New' } } })
})

t.test('given an unknown, foreign or malformed version, when it is read, then it is 404', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const other = await createdOrder(test)
  const unknown = ['0198c0de-0000-7000-8000-000000000000', other.versionId, 'nonsense', `${versionId}0`, `{${versionId}}`]
  for (const name of unknown) t.match(await version(id, name), { status: 404, body: { error: 'NotFound' } }, name)
  t.equal((await version('no such order', versionId)).status, 404)
})

t.test(
  'given a token limited to stores, when a version is read, then the current and the former store must be in its scope',
  async (t) => {
    const first = await createdOrder(test, { storeId: 'Oslo-01' })
    const body = { ...first, storeId: 'Bergen-01' }
    const moved = (await test.send({ method: 'POST', url: '/api/Orders/Update', body })).body.order
    t.equal(moved.storeId, 'Bergen-01')
    const seen = async (versionId: string, ...storeIds: string[]) => (await version(first.id, versionId, { storeIds })).status
    t.equal(await seen(moved.versionId, 'Bergen-01'), 200)
    t.equal(await seen(first.versionId, 'Bergen-01'), 404)
    t.equal(await seen(first.versionId, 'Oslo-01'), 404)
    t.equal(await seen(first.versionId, 'Oslo-01', 'Bergen-01'), 200)
  },
)

const findContents = (id: string) =>
  test.database.query<{ document: string | null }>({
    text: 'select document from order_version where order_id = $1 order by version_number',
    values: [id],
  })

t.test(
  'given an order that changes, then the version before has its content, and the current one that of the order',
  async (t) => {
    const first = await createdOrder(test)
    t.same(await findContents(first.id), [{ document: null }])
    const second = (await pay(first.id)).body
    t.match(await findContents(first.id), [{ document: storedDocument(first) }, { document: null }])
    for (const order of [first, second]) t.strictSame((await version(first.id, order.versionId)).body.value, order)
  },
)

// Versions were written with their content before the current one was stored once.
t.test('given a current version with a content of its own, when the order changes, then it keeps that', async (t) => {
  const first = await createdOrder(test)
  await test.database.query({
    text: 'update order_version as v set document = o.document from "order" as o where o.id = v.order_id and o.id = $1',
    values: [first.id],
  })
  const stored = await findContents(first.id)
  const second = (await pay(first.id)).body
  t.same(await findContents(first.id), [...stored, { document: null }])
  for (const order of [first, second]) t.strictSame((await version(first.id, order.versionId)).body.value, order)
})
