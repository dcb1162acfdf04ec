import t from 'tap'
import { nextBatch, openedScroll } from '../../../testing/orders/scrolled.ts'
import { createdOrder, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const sample = await sampleConfig()
const settings = { ...sample.settings, search: { ...sample.settings.search, scrollBatchSize: 1, scrollsPerClientMax: 5 } }
const test = await testOrders(t, { config: { ...sample, settings } })
const clock = { now: Date.UTC(2030, 0, 1) }
test.deps.now = () => new Date(clock.now)
const pass = (seconds: number) => {
  clock.now += seconds * 1_000
}
const open = (clientId: string) => test.send({ method: 'POST', url: '/api/Orders/Scroll', body: {}, as: { clientId } })
const free = (scrollId: string, clientId: string) =>
  test.send({ method: 'DELETE', url: `/api/Orders/Scroll/${scrollId}`, as: { clientId } })
const noScroll = { status: 404, body: { error: 'NotFound' } }

for (let count = 0; count < 3; count++) await createdOrder(test, { orderType: 'Pos' })

t.test('when a batch is read, then the scroll lives 5 minutes longer; after that it is 404', async (t) => {
  const as = { clientId: 'patient' }
  let { scrollId } = await openedScroll(test, {}, as)
  for (let turn = 0; turn < 4; turn++) {
    pass(299)
    const { status, body } = await nextBatch(test, scrollId, as)
    t.equal(status, 200)
    scrollId = body.scrollId
  }
  pass(300)
  t.match(await nextBatch(test, scrollId, as), noScroll)
  t.match(await free(scrollId, 'patient'), noScroll)
})

t.test('when the id is unknown, malformed or of another client, then the response is 404', async (t) => {
  const { scrollId } = await openedScroll(test, {}, { clientId: 'owner' })
  t.match(await nextBatch(test, scrollId, { clientId: 'other' }), noScroll)
  t.match(await free(scrollId, 'other'), noScroll)
  const beyond = `${scrollId.slice(0, -6)}AAABAA`
  for (const id of [
    'x',
    'A'.repeat(27),
    beyond,
    scrollId.toLowerCase(),
    `${scrollId}A`,
    encodeURIComponent("'; drop table scroll"),
  ]) {
    t.match(await nextBatch(test, id, { clientId: 'owner' }), noScroll, id)
  }
  t.equal((await nextBatch(test, scrollId, { clientId: 'owner' })).status, 200)
})

t.test('when a scroll is freed with any of its ids, then it is deleted, and a second time is 404', async (t) => {
  const as = { clientId: 'tidy' }
  const first = await openedScroll(test, {}, as)
  const second = (await nextBatch(test, first.scrollId, as)).body
  const response = await free(first.scrollId, 'tidy')
  t.same([response.status, response.text], [204, ''])
  t.match(await free(second.scrollId, 'tidy'), noScroll)
  t.match(await nextBatch(test, second.scrollId, as), noScroll)
})

t.test('given concurrent requests, when scrolls are opened, then no more succeed than a client may have open', async (t) => {
  const responses = await Promise.all(Array.from({ length: 15 }, () => open('greedy')))
  const refused = responses.filter(({ status }) => status === 429)
  t.equal(responses.filter(({ status }) => status === 200).length, 5)
  t.equal(refused.length, 10)
  t.match(refused[0], { body: { error: 'RateLimited' }, headers: { 'retry-after': '300' } })
  t.equal((await open('modest')).status, 200, 'others are not held back')
})

t.test(
  'given the maximum of open scrolls, when one is freed or expires, then another can open; Retry-After is the next expiry',
  async (t) => {
    const ids: string[] = []
    for (let turn = 0; turn < 5; turn++) {
      ids.push((await open('busy')).body.scrollId)
      pass(10)
    }
    t.match(await open('busy'), { status: 429, headers: { 'retry-after': '250' } })
    t.equal((await free(ids[2] as string, 'busy')).status, 204)
    t.equal((await open('busy')).status, 200)
    t.equal((await open('busy')).status, 429)
    pass(250)
    t.equal((await open('busy')).status, 200)
  },
)

t.test('when a request to open a scroll is refused, then it does not count as open', async (t) => {
  const words = Array.from({ length: 30 }, (_, place) => `word${place}`).join(' ')
  for (let turn = 0; turn < 7; turn++) {
    const response = await test.send({
      method: 'POST',
      url: '/api/Orders/Scroll',
      body: { searchText: words },
      as: { clientId: 'clumsy' },
    })
    t.equal(response.status, 400)
  }
  t.equal((await open('clumsy')).status, 200)
})
