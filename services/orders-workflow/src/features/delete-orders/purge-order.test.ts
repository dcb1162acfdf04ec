import t from 'tap'
import { createdOrder, envelopesOf, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
type Sending = { headers?: Record<string, string>; as?: { storeIds?: string[] } }
const purge = (id: string, sending: Sending = {}) =>
  test.send({ method: 'DELETE', url: `/api/Orders/${encodeURIComponent(id)}?DeletePermanently=TRUE`, ...sending })
/** A new order whose first run has ended: one whose steps are under way is locked against a purge. */
const settledOrder = async (members: Record<string, unknown> = {}) => {
  const order = await createdOrder(test, members)
  await test.background.idle()
  return order
}
const read = (path: string) => test.send({ url: `/api/Orders/${path}` })

t.test('an order is removed with all that is kept of it, and every look-up is 404', async (t) => {
  const { id, versionId, secretKey } = await settledOrder()
  t.match(await purge(id), { status: 200, text: '' })
  const paths = [id, `${id}/${versionId}`, `${id}/Versions`, `${id}/Timeline`, `${id}/Transitions`, `secret/${secretKey}`]
  for (const path of paths) t.match(await read(path), { status: 404, body: { error: 'NotFound' } }, path)
  t.equal((await test.send({ method: 'HEAD', url: `/api/Orders/${id}/Exists` })).status, 404)
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/Restore` })).status, 404)
  const tables = ['order_version', 'order_search', 'order_term', 'workflow_run', 'workflow_step_attempt', 'message']
  for (const table of tables) {
    const rows = await test.database.query({ text: `select from ${table} where order_id = $1`, values: [id] })
    t.equal(rows.length, 0, table)
  }
})

t.test('the removal is told, last and without personal data', async (t) => {
  const { id } = await settledOrder()
  await purge(id)
  const events = await envelopesOf(test, id)
  t.strictSame(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
  )
  t.match(events.at(-1), { type: 'orders.order.purged.v1', data: { orderId: id, operation: 'PurgeOrder' } })
  t.notMatch(JSON.stringify(events), /kari/i)
})

t.test('the id may be used again: the new order has nothing of the old one', async (t) => {
  const old = await settledOrder({ customerName: 'Ola' })
  await purge(old.id)
  const { orderNumber } = await settledOrder({ id: old.id, orderNumber: 'again' })
  t.equal(orderNumber, 'again')
  t.equal((await read(`${old.id}/${old.versionId}`)).status, 404)
  t.equal((await read(`${old.id}/Versions`)).body.length, 1)
  t.notMatch((await read(`${old.id}/Timeline`)).text, new RegExp(old.versionId))
  const events = await envelopesOf(test, old.id)
  t.strictSame(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
    'its events go on where those of the old one ended',
  )
})

t.test('a deleted order is removed too', async (t) => {
  const { id } = await settledOrder()
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.equal((await purge(id)).status, 200)
  t.equal((await read(id)).status, 404)
})

t.test('again it is 404, as an unknown order is', async (t) => {
  const { id } = await settledOrder()
  await purge(id)
  t.match(await purge(id), { status: 404, body: { error: 'NotFound' } })
})

t.test('the same key twice answers the same', async (t) => {
  const { id } = await settledOrder()
  const headers = { 'idempotency-key': `purge-${id}` }
  t.equal((await purge(id, { headers })).status, 200)
  const replay = await purge(id, { headers })
  t.match(replay, { status: 200, text: '', headers: { 'idempotent-replayed': 'true' } })
})

t.test('read-only orders, those of another store and stale versions stay', async (t) => {
  const readOnly = await settledOrder({ isReadOnly: true })
  t.match(await purge(readOnly.id), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const { id } = await settledOrder()
  t.equal((await purge(id, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await purge(id, { headers: { 'if-match': '"old"' } })).status, 412)
  for (const kept of [readOnly.id, id]) t.equal((await read(kept)).status, 200)
})

t.test('of concurrent removals one succeeds, and a write beside them is done before or finds nothing', async (t) => {
  const { id } = await settledOrder()
  const url = `/api/Orders/${id}/OrderLines`
  const line = () => test.send({ method: 'POST', url, body: { code: 'PAN', quantity: 1 } })
  const [first, second, added] = await Promise.all([purge(id), purge(id), line()])
  t.strictSame([first?.status, second?.status].sort(), [200, 404])
  t.ok([200, 404].includes(added?.status as number), `the write: ${added?.status}`)
  t.equal((await read(id)).status, 404)
})
