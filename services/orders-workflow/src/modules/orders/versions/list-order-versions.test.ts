import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const list = (id: string, query: Record<string, string> = {}, as: { storeIds?: string[] } = {}) =>
  test.send({ url: `/api/Orders/${encodeURIComponent(id)}/Versions`, query, as })
const annotate = async (id: string, value: string) =>
  (
    await test.send({
      method: 'PUT',
      url: `/api/Orders/${id}/AddOrderLineProperties`,
      body: [{ lineItemId: '1', properties: [{ key: 'k', value }] }],
    })
  ).body

t.test('given the versions of an order, when they are listed, then they are newest first without contents', async (t) => {
  const first = await createdOrder(test)
  const second = await annotate(first.id, 'a')
  const third = (await test.send({ method: 'DELETE', url: `/api/Orders/${first.id}` })).body
  const { status, body } = await list(first.id)
  t.equal(status, 200)
  t.strictSame(body, [
    {
      versionId: third.versionId,
      created: third.modified,
      createdBy: third.modifiedBy,
      provenBy: null,
      operation: 'DeleteOrder',
      changedFields: ['status', 'updateStatusDate'],
    },
    {
      versionId: second.versionId,
      created: second.modified,
      createdBy: second.modifiedBy,
      provenBy: null,
      operation: 'AddOrderLineProperties',
      changedFields: ['orderForm'],
    },
    {
      versionId: first.versionId,
      created: first.modified,
      createdBy: first.modifiedBy,
      provenBy: null,
      operation: 'Create',
      changedFields: [],
    },
  ])
})

t.test('given a new version between pages, when the pages are read, then there is no gap', async (t) => {
  const { id } = await createdOrder(test)
  for (const value of ['a', 'b', 'c', 'd']) await annotate(id, value)
  const all = (await list(id)).body.map((entry: { versionId: string }) => entry.versionId)
  t.equal(all.length, 5)
  const first = (await list(id, { take: '2' })).body
  await annotate(id, 'e')
  const second = (await list(id, { take: '2', after: first[1].versionId })).body
  const third = (await list(id, { take: '2', after: second[1].versionId })).body
  t.strictSame(
    [...first, ...second, ...third].map((entry) => entry.versionId),
    all,
  )
  t.strictSame((await list(id, { after: third[0].versionId })).body, [])
  t.equal((await list(id, { after: '' })).body.length, 6)
})

t.test('given many versions, when no count is named, then 50 are listed', async (t) => {
  const { id } = await createdOrder(test)
  for (let count = 0; count < 51; count++) await annotate(id, String(count))
  t.equal((await list(id)).body.length, 50)
  t.equal((await list(id, { take: '250' })).body.length, 52)
})

t.test('given an unknown version or a wrong take, when versions are listed, then it is 400', async (t) => {
  const { id } = await createdOrder(test)
  const other = await createdOrder(test)
  for (const after of [other.versionId, 'nonsense']) {
    t.match(await list(id, { after }), { status: 400, body: { errors: { after: [String] } } })
  }
  for (const take of ['0', '251', 'many', '1.5']) {
    t.match(await list(id, { take }), { status: 400, body: { errors: { take: [String] } } })
  }
})

t.test('given an unknown or foreign order, when its versions are listed, then it is 404', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await list('no such order')).status, 404)
  t.equal((await list(id, {}, { storeIds: ['Bergen-01'] })).status, 404)
  t.equal((await list(id, {}, { storeIds: ['Oslo-01'] })).status, 200)
})
