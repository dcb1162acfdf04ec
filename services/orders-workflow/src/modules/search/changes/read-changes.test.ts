import t from 'tap'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'

const changes = (test: OrdersTest, query = '', as = {}) => test.send({ url: `/api/Orders/Changes${query}`, as })
const published = (body: { result: { orderId: string; kind: string }[] }) =>
  body.result.map(({ orderId, kind }) => `${orderId} ${kind}`)

t.test('when the feed is read, then it has each version, and the next page continues after the first', async (t) => {
  const test = await testOrders(t)
  const empty = await changes(test)
  t.same(empty.body.result, [])
  t.match(empty.body.next, /^[\w-]+$/, 'the beginning has a cursor too')
  t.same((await changes(test, `?after=${empty.body.next}`)).body, empty.body, 'an empty page gives back the cursor that was sent')
  const first = await createdOrder(test, { id: 'a' })
  await createdOrder(test, { id: 'b' })
  await updateStatus(test, 'a', { body: { status: 'InProgress', skipRunWorkflow: true } })
  const page = (await changes(test, '?take=2')).body
  t.same(published(page), ['a created', 'b created'])
  t.match(page.result[0], { versionId: first.versionId, occurred: first.modified })
  t.match(page.next, /^[\w-]+$/)
  const next = (await changes(test, `?take=2&after=${page.next}`)).body
  t.same(published(next), ['a statusChanged'])
  const last = (await changes(test, `?after=${next.next}`)).body
  t.same(last, { result: [], next: next.next })
  t.same(published((await changes(test, `?after=${empty.body.next}`)).body), ['a created', 'b created', 'a statusChanged'])
  t.same(published((await changes(test, '?after=')).body).length, 3, 'an empty cursor is none')
})

t.test('when the response of a write has been sent, then the write is in the feed', async (t) => {
  const test = await testOrders(t)
  let after = ''
  for (let turn = 0; turn < 10; turn++) {
    await createdOrder(test, { id: `now-${turn}` })
    const { body } = await changes(test, `?after=${after}`)
    t.same(published(body), [`now-${turn} created`])
    after = body.next
  }
})

t.test(
  'when the feed is filtered, then filters and stores of the token apply, also with a cursor of another filter',
  async (t) => {
    const test = await testOrders(t)
    await createdOrder(test, { id: 'oslo' })
    await createdOrder(test, { id: 'bergen', storeId: 'Bergen-01' })
    await createdOrder(test, { id: 'collect', orderType: 'ClickAndCollect' })
    const ids = async (query: string, as = {}) => {
      const { body } = await changes(test, query, as)
      return body.result.map(({ orderId }: { orderId: string }) => orderId)
    }
    t.same(await ids('?storeId=Oslo-01'), ['oslo', 'collect'])
    t.same(await ids('?storeId=Oslo-01&storeId=Bergen-01'), ['oslo', 'bergen', 'collect'])
    t.same(await ids('?orderTypes=ClickAndCollect'), ['collect'])
    t.same(await ids('?storeId=Bergen-01&orderTypes=ClickAndCollect'), [])
    t.same(await ids('?storeId=&orderTypes='), ['oslo', 'bergen', 'collect'], 'an empty text is no filter')
    t.same(await ids('?storeId=oslo-01'), [], 'stores match exactly')
    const bergen = { storeIds: ['Bergen-01'] }
    t.same(await ids('', bergen), ['bergen'])
    t.same(await ids('?storeId=Oslo-01', bergen), [])
    t.same(await ids('', { storeIds: [] }), [])
    const { next } = (await changes(test, '?storeId=Oslo-01&take=1')).body
    t.same(await ids(`?after=${next}`), ['bergen', 'collect'])
    t.same(await ids(`?after=${next}&orderTypes=Online`), ['bergen'])
  },
)

t.test('given a wrong take or cursor, when changes are read, then it is 400', async (t) => {
  const test = await testOrders(t)
  await createdOrder(test)
  for (const take of ['0', '-1', '1001', 'x', '1.5']) {
    const response = await changes(test, `?take=${take}`)
    t.equal(response.status, 400, take)
    t.ok(response.body.errors.take, take)
  }
  t.equal((await changes(test, '?take=1000')).status, 200)
  const { next } = (await changes(test)).body
  const cursorAt = (position: string) => Buffer.from(`changes:${position}`).toString('base64url')
  const forged = [
    'x',
    '%20',
    `${next}A`,
    `${next}=`,
    next.slice(0, -1),
    next.toLowerCase(),
    cursorAt('01'),
    cursorAt('-1'),
    cursorAt('2'),
  ]
  for (const after of [...forged, cursorAt('99999999999999999999'), 'æ'.repeat(5000)]) {
    const response = await changes(test, `?after=${encodeURIComponent(after)}`)
    t.equal(response.status, 400, after)
    t.ok(response.body.errors.after, after)
  }
})

t.test('when the feed is read, then it needs the role, and no other', async (t) => {
  const test = await testOrders(t)
  t.equal((await changes(test, '', { roles: ['OrderRead'] })).status, 200)
  t.equal((await changes(test, '', { roles: ['ProductRead'] })).status, 403)
})
