import { readFile } from 'node:fs/promises'
import t from 'tap'
import { tablesNaming } from '../../../testing/tables-naming.ts'
import { createdOrder, orderBody, outboxEnvelopes, testOrders, updateStatus } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const purge = (id: string, sending: { headers?: Record<string, string>; as?: { storeIds?: string[] } } = {}) =>
  test.send({ method: 'DELETE', url: `/api/Orders/${encodeURIComponent(id)}?DeletePermanently=TRUE`, ...sending })
/**
 * A new order whose first run has ended: one whose steps are under way is locked against a purge.
 */
const completedOrder = async (fields: Record<string, unknown> = {}) => {
  const order = await createdOrder(test, fields)
  await test.background.idle()
  return order
}
const read = (path: string) => test.send({ url: `/api/Orders/${path}` })

t.test('given an order, when it is purged, then all its rows are removed and every look-up is 404', async (t) => {
  const { id, versionId, secretKey } = await completedOrder()
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

t.test('given an order, when it is purged, then the purge is its last event and has no personal data', async (t) => {
  const { id } = await completedOrder()
  await purge(id)
  const events = await outboxEnvelopes(test, id)
  t.strictSame(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
  )
  t.match(events.at(-1), { type: 'orders.order.purged.v1', data: { orderId: id, operation: 'PurgeOrder' } })
  t.notMatch(JSON.stringify(events), /kari/i)
})

t.test('given a purged order, when its id is used again, then the new order has nothing of the old one', async (t) => {
  const old = await completedOrder({ customerName: 'Ola' })
  await purge(old.id)
  const { orderNumber } = await completedOrder({ id: old.id, orderNumber: 'again' })
  t.equal(orderNumber, 'again')
  t.equal((await read(`${old.id}/${old.versionId}`)).status, 404)
  t.equal((await read(`${old.id}/Versions`)).body.length, 1)
  t.notMatch((await read(`${old.id}/Timeline`)).text, new RegExp(old.versionId))
  const events = await outboxEnvelopes(test, old.id)
  t.strictSame(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
    'its event sequence continues after that of the old order',
  )
})

t.test('given a deleted order, when it is purged, then it is removed', async (t) => {
  const { id } = await completedOrder()
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.equal((await purge(id)).status, 200)
  t.equal((await read(id)).status, 404)
})

t.test('given a purged order, when it is purged again, then it is 404', async (t) => {
  const { id } = await completedOrder()
  await purge(id)
  t.match(await purge(id), { status: 404, body: { error: 'NotFound' } })
})

t.test('given an Idempotency-Key, when the purge is repeated, then the response is the same', async (t) => {
  const { id } = await completedOrder()
  const headers = { 'idempotency-key': `purge-${id}` }
  t.equal((await purge(id, { headers })).status, 200)
  const replay = await purge(id, { headers })
  t.match(replay, { status: 200, text: '', headers: { 'idempotent-replayed': 'true' } })
})

t.test('given a read-only, foreign or changed order, when it is purged, then it stays', async (t) => {
  const readOnly = await completedOrder({ isReadOnly: true })
  t.match(await purge(readOnly.id), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const { id } = await completedOrder()
  t.equal((await purge(id, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await purge(id, { headers: { 'if-match': '"old"' } })).status, 412)
  for (const kept of [readOnly.id, id]) t.equal((await read(kept)).status, 200)
})

t.test(
  'given concurrent purges and a write, when all have ended, then one purge succeeded and the write came first or was 404',
  async (t) => {
    const { id } = await completedOrder()
    const url = `/api/Orders/${id}/OrderLines`
    const line = () => test.send({ method: 'POST', url, body: { code: 'PAN', quantity: 1 } })
    const [first, second, added] = await Promise.all([purge(id), purge(id), line()])
    t.strictSame([first?.status, second?.status].sort(), [200, 404])
    t.ok([200, 404].includes(added?.status), `the write: ${added?.status}`)
    t.equal((await read(id)).status, 404)
  },
)

// A trial from outside found the customer in tables that the page did not name.
t.test(
  'given an order with everything about it, when it is purged, then only what the reference names still knows the customer',
  async (t) => {
    const words = ['Gunvor Purgesen', 'gunvor@example.com', '91827364', 'C-GUNVOR', 'Gunvorveien']
    const body = orderBody({
      customerName: words[0],
      customerEmail: words[1],
      customerPhone: `+47 ${words[2]}`,
      customerNumber: words[3],
      billingAddress: { firstName: 'Gunvor', lastName: 'Purgesen', line1: `${words[4]} 1`, postalCode: '0155', city: 'Oslo' },
    })
    const created = await test.send({
      method: 'POST',
      url: '/api/Orders',
      body,
      headers: { 'idempotency-key': `words-${body.id}` },
    })
    const { id } = created.body
    await test.background.idle()
    const comment = { orderId: id, commentText: `Til ${words[0]}`, sendEmail: true, sendSms: true }
    t.equal((await test.send({ method: 'POST', url: '/api/Orders/AddComment', body: comment })).status, 200)
    t.equal((await updateStatus(test, id, { body: { status: 'Completed' } })).status, 200)
    await test.background.idle()
    await test.database.query({
      text: `update message set state = 'Sent', next_attempt = null where order_id = $1`,
      values: [id],
    })
    const before = await tablesNaming(test, words)
    for (const table of ['order', 'order_search', 'order_version', 'message']) t.equal(before.includes(table), true, table)

    t.equal((await purge(id)).status, 200)
    const after = await tablesNaming(test, words)
    const guide = await readFile(new URL('../../../../../../docs/reference/purged-orders.md', import.meta.url), 'utf8')
    const named = /## What a purge leaves\n(.*?)\n## /s.exec(guide)?.[1] ?? ''
    for (const table of after) t.equal(named.includes(`\`${table}\``), true, table)
    t.same(after, ['kit.event', 'kit.idempotency_key'])
  },
)
