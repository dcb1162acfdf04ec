import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics, type Metrics } from '@open-oms/service-kit/observability/metrics'
import { buildServer } from '@open-oms/service-kit/server/build-server'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { testServerOptions } from '@open-oms/service-kit/testing/test-server'
import t, { type Test } from 'tap'
import { inTime, type OpenStream, openStream, type ReceivedEvent } from '../../../testing/event-stream.ts'
import { insertDirectly, simpleOrder } from '../../../testing/orders/direct-writes.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import type { StreamLimits } from './change-streams.ts'
import { registerReadChanges } from './routes.ts'

/** The app, listening. */
async function listening(t: Test) {
  const test = await testOrders(t)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const open = (request?: OpenStream) => openStream(test, request)
  return { ...test, test, open }
}

/** A server with the feed alone. */
async function feedServer(
  { deps, issuer }: OrdersTest,
  { metrics, limits }: { metrics: Metrics; limits: Partial<StreamLimits> },
) {
  const app = await buildServer({ ...testServerOptions(issuer), metrics })
  registerReadChanges(app, deps, limits)
  return app
}

/** A server with other limits than the usual ones. */
async function withLimits(t: Test, limits: Partial<StreamLimits>, changed: Partial<OrdersTest['deps']> = {}) {
  const own = await testOrders(t)
  const test = { ...own, deps: { ...own.deps, ...changed } }
  const metrics = createMetrics('orders-workflow')
  const app = await feedServer(test, { metrics, limits })
  t.teardown(() => app.close().catch(failTest))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const count = async () => Number(/^oms_event_streams\S* (\d+)$/m.exec(await metrics.page())?.[1])
  const timed = async () => /_seconds_count\{[^}]*Stream"[^}]*"(\d{3})"[^}]*\} \d+/.exec(await metrics.page())?.[1]
  return { test, app, count, timed, open: (request?: OpenStream) => openStream({ app, issuer: test.issuer }, request) }
}

const said = (events: readonly ReceivedEvent[]) => events.map(({ data }) => `${data?.orderId} ${data?.kind}`)
const eventOrderIds = (events: readonly ReceivedEvent[]) => events.map(({ data }) => data?.orderId)

t.test('given a stream, when orders change, then it has each change as the feed has it, behind its position', async (t) => {
  const { test, open } = await listening(t)
  await createdOrder(test, { id: 'before' })
  const stream = await open()
  t.match(stream.headers, { 'content-type': /^text\/event-stream/, 'cache-control': 'no-store, no-transform' })
  const [position] = await stream.take(1)
  t.equal(position?.name, 'position')
  t.same(position?.data, { next: position?.id })
  await createdOrder(test, { id: 'a' })
  await updateStatus(test, 'a', { body: { status: 'InProgress', skipRunWorkflow: true } })
  const events = await stream.take(2)
  const { body: page } = await test.send({ url: `/api/Orders/Changes?after=${position?.id}` })
  t.same(
    events.map(({ data }) => data),
    page.result,
  )
  t.equal(events.at(-1)?.id, page.next, 'ids are cursors of the feed')
  stream.cut()
})

t.test('given a write of another process, when it is committed, then the stream has it', async (t) => {
  const { database, open } = await listening(t)
  const stream = await open()
  await stream.take(1)
  await database.query({
    text: `insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
      values ('elsewhere', gen_random_uuid(), 'updated', now(), 'Oslo-01', 'Online')`,
  })
  t.same(said(await stream.take(1)), ['elsewhere updated'])
  stream.cut()
})

t.test('given streams of limited clients and with filters, when orders change, then each has its own only', async (t) => {
  const { test, open } = await listening(t)
  const start = (await (await open()).take(1))[0]?.id as string
  const live = [
    await open({ as: { storeIds: ['Bergen-01'] } }),
    await open({ query: '?storeId=Oslo-01&storeId=Bergen-01&orderTypes=Online', as: { storeIds: ['Oslo-01'] } }),
    await open({ query: '?storeId=&orderTypes=ClickAndCollect' }),
  ]
  for (const stream of live) await stream.take(1)
  await createdOrder(test, { id: 'oslo' })
  await createdOrder(test, { id: 'collect', orderType: 'ClickAndCollect' })
  await createdOrder(test, { id: 'bergen', storeId: 'Bergen-01' })
  await createdOrder(test, { id: 'bergen-2', storeId: 'Bergen-01', orderType: 'ClickAndCollect' })
  await createdOrder(test, { id: 'oslo-2' })
  const expected = [
    ['bergen', 'bergen-2'],
    ['oslo', 'oslo-2'],
    ['collect', 'bergen-2'],
  ]
  for (const [index, stream] of live.entries()) t.same(eventOrderIds(await stream.take(2)), expected[index])
  // The same again from the database.
  const [, late] = await Promise.all([
    open({ lastEventId: start, as: { storeIds: ['Bergen-01'] } }).then(async (stream) =>
      t.same(eventOrderIds((await stream.take(3)).slice(1)), expected[0]),
    ),
    open({ lastEventId: start, as: { storeIds: [] } }),
  ])
  await late.take(1)
  await createdOrder(test, { id: 'oslo-3' })
  t.same(await Promise.race([late.next(), sleep(1_000, 'nothing')]), 'nothing', 'no store, no change')
  t.equal((await open({ as: { roles: ['ProductRead'] } })).status, 403)
})

t.test(
  'given a connection that breaks, when the client comes back with its last id, then it gets what it missed, once',
  async (t) => {
    const { test, open } = await listening(t)
    const first = await open()
    await first.take(1)
    await createdOrder(test, { id: 'a' })
    const last = (await first.take(1))[0]?.id as string
    first.cut()
    await createdOrder(test, { id: 'b' })
    await createdOrder(test, { id: 'c' })
    const again = await open({ lastEventId: last, query: '?since=x' })
    const [position, ...missed] = await again.take(3)
    t.equal(position?.id, last, 'Last-Event-ID goes before since')
    await createdOrder(test, { id: 'd' })
    t.same(eventOrderIds([...missed, ...(await again.take(1))]), ['b', 'c', 'd'])
    const { body } = await test.send({ url: '/api/Orders/Changes?take=2' })
    const since = await open({ query: `?since=${body.next}` })
    t.same(eventOrderIds((await since.take(3)).slice(1)), ['c', 'd'], 'a cursor of the feed')
    const end = Buffer.from('changes:99').toString('base64url')
    for (const cursor of ['x', end]) {
      const refused = await open({ lastEventId: cursor })
      t.same([refused.status, JSON.parse(await refused.text()).errors], [400, { since: ['is not a cursor of this feed'] }])
    }
  },
)

t.test(
  'given concurrent writers, when streams begin and break at any time, then each change is there once and in order',
  async (t) => {
    const { deps, test, open } = await listening(t)
    const start = (await (await open()).take(1))[0]?.id as string
    const COUNT = 300
    const write = async (writer: number) => {
      for (let turn = 0; turn < COUNT / 6; turn++) await insertDirectly(deps, simpleOrder(`w-${writer}-${turn}`))
    }
    const readThrough = async (piece: number) => {
      const seen: ReceivedEvent[] = []
      for (let lastEventId = start; seen.length < COUNT; lastEventId = seen.at(-1)?.id ?? start) {
        const stream = await open({ lastEventId })
        await stream.take(1)
        seen.push(...(await stream.take(Math.min(piece, COUNT - seen.length))))
        stream.cut()
      }
      return eventOrderIds(seen)
    }
    const [all, ...pieces] = await Promise.all([
      readThrough(COUNT),
      readThrough(100),
      readThrough(37),
      ...Array.from({ length: 6 }, (_, writer) => write(writer)),
    ])
    t.equal(new Set(all).size, COUNT)
    t.same(pieces.slice(0, 2), [all, all])
    const { body } = await test.send({ url: `/api/Orders/Changes?after=${start}&take=1000` })
    t.same(
      body.result.map(({ orderId }: { orderId: string }) => orderId),
      all,
    )
  },
)

t.test('given a token that expires, when its time is over, then the stream ends', async (t) => {
  const { open } = await listening(t)
  const stream = await open({ as: { expiresIn: 2 } })
  await stream.take(1)
  t.equal(await stream.next(), null)
})

t.test('given a long token, when the longest life of a stream is over, then it ends', async (t) => {
  const { open, timed, count } = await withLimits(t, { lifeMs: 100 })
  const stream = await open()
  await stream.take(1)
  t.equal(await stream.next(), null)
  await eventually(async () => (await count()) === 0, 'it is closed')
  t.equal((await open({ lastEventId: 'x' })).status, 400)
  t.equal(await eventually(timed, 'the refusal is measured'), '400', 'the life of a stream is no duration of a request')
})

t.test('given open streams, when the server closes, then they end and do not hold it up', async (t) => {
  const { app, open } = await withLimits(t, {})
  const streams = [await open(), await open()]
  for (const stream of streams) await stream.take(1)
  const began = performance.now()
  const closing = inTime(app.close(), 'the closing')
  for (const stream of streams) t.equal(await stream.next(), null)
  await closing
  t.ok(performance.now() - began < 5_000)
})

t.test('given a client that reads nothing, when too much waits for it, then it is cut off, and others are not', async (t) => {
  const { test, app, count, open } = await withLimits(t, { stalledMs: 300 })
  await test.database.query({
    text: `insert into order_change (position, order_id, version_id, kind, occurred, store_id, order_type)
      select place, repeat('long-', 40) || place, gen_random_uuid(), 'updated', now(), 'Oslo-01', 'Online'
      from generate_series(1, 40000) as place`,
  })
  const other = await open()
  await other.take(1)
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  t.teardown(() => void socket.destroy())
  const since = Buffer.from('changes:0').toString('base64url')
  const token = await test.issuer.token()
  socket.write(`GET /api/Orders/Changes/Stream?since=${since} HTTP/1.1\r\nHost: orders\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await eventually(async () => (await count()) === 2, 'both are open')
  await eventually(async () => (await count()) === 1, 'one is cut')
  let text = ''
  socket.on('data', (piece) => {
    text = `${text}${piece}`.slice(-1_000)
  })
  socket.on('error', () => undefined)
  await inTime(once(socket.resume(), 'close'), 'the end of the connection')
  t.notMatch(text, /\r\n0\r\n\r\n$/, 'the response is not whole')
  t.notMatch(text, /long-40000"/, 'nor has it all')
  await createdOrder(test, { id: 'still' })
  t.same(eventOrderIds(await other.take(1)), ['still'])
  other.cut()
  await eventually(async () => (await count()) === 0, 'the other has ended too')
})

t.test('given as many streams as allowed, when a client opens another, then it is 429 until one is closed', async (t) => {
  const { open, count } = await withLimits(t, {})
  const streams = []
  for (let turn = 0; turn < 20; turn++) streams.push(await open())
  const refused = await open()
  t.same([refused.status, refused.headers['retry-after']], [429, '30'])
  t.equal(JSON.parse(await refused.text()).error, 'RateLimited')
  t.equal((await open({ as: { clientId: 'another' } })).status, 200)
  streams[7]?.cut()
  await eventually(async () => (await count()) === 20, 'it is closed')
  t.equal((await open()).status, 200)
})

t.test('given nothing to say, when time passes, then the id alone is sent and passes what was for others', async (t) => {
  const { test, open } = await withLimits(t, { heartbeatMs: 100 })
  const stream = await open({ query: '?storeId=Bergen-01' })
  const [position] = await stream.take(1)
  t.same(await stream.next(), { name: '', id: position?.id, data: null })
  await createdOrder(test, { id: 'oslo' })
  const { next } = (await test.send({ url: '/api/Orders/Changes' })).body
  let event = await stream.next()
  for (let turn = 0; event?.id !== next && turn < 50; turn++) event = await stream.next()
  t.same(event, { name: '', id: next, data: null })
  stream.cut()
})

t.test(
  'given a database that is unreachable, when the changes cannot be read, then the streams end, and continue when it is back',
  async (t) => {
    let isAway = false
    const { test, open } = await withLimits(t, {})
    const query: typeof test.deps.query = (given) => (isAway ? Promise.reject(new Error('away')) : test.database.query(given))
    const faulty = await withLimits(t, {}, { query, inTransaction: test.database.inTransaction })
    const stream = await faulty.open()
    const [position] = await stream.take(1)
    const other = await open()
    await other.take(1)
    isAway = true
    t.equal(await stream.next(), null)
    t.equal((await faulty.open()).status, 500)
    await createdOrder(test, { id: 'meanwhile' })
    t.same(eventOrderIds(await other.take(1)), ['meanwhile'], 'others are not touched')
    isAway = false
    const again = await faulty.open({ lastEventId: position?.id as string })
    t.same(eventOrderIds((await again.take(2)).slice(1)), ['meanwhile'])
    t.equal(await faulty.count(), 1)
    for (const one of [again, other]) one.cut()
  },
)
