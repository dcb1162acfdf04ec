import { applyPatch } from 'rfc6902'
import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const diff = (id: string, [from, to]: [string, string], as: { storeIds?: string[] } = {}) =>
  test.send({ url: `/api/Orders/${encodeURIComponent(id)}/Versions/${from}/Diff/${to}`, as })
const cancel = async (id: string) => (await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/1/Cancel` })).body

t.test('given two versions, when their difference is applied to either, then the result is the other', async (t) => {
  const before = await createdOrder(test)
  const after = await cancel(before.id)
  for (const [from, to] of [
    [before, after],
    [after, before],
  ]) {
    const { status, body } = await diff(before.id, [from.versionId, to.versionId])
    t.equal(status, 200)
    const patched = structuredClone(from)
    applyPatch(patched, body)
    t.strictSame(patched, to)
  }
})

t.test('given two versions, when they are compared, then only the changed fields are named', async (t) => {
  const before = await createdOrder(test)
  const after = (await test.send({ method: 'DELETE', url: `/api/Orders/${before.id}` })).body
  const { body } = await diff(before.id, [before.versionId, after.versionId])
  t.strictSame(body.map(({ path }: { path: string }) => path).sort(), ['/modified', '/status', '/updateStatusDate', '/versionId'])
  t.match(
    body.find(({ path }: { path: string }) => path === '/status'),
    { op: 'replace', value: 'Deleted' },
  )
})

t.test('given one version, when it is compared with itself, then there is no difference', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await diff(id, [versionId, versionId]), { status: 200, text: '[]' })
})

t.test('given an unknown or foreign version, when versions are compared, then it is 404', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const other = await createdOrder(test)
  t.equal((await diff(id, [versionId, other.versionId])).status, 404)
  t.equal((await diff(id, ['nonsense', versionId])).status, 404)
  t.equal((await diff('no such order', [versionId, versionId])).status, 404)
  t.equal((await diff(id, [versionId, versionId], { storeIds: ['Bergen-01'] })).status, 404)
})
