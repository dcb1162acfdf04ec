import type { ServerResponse } from 'node:http'
import t from 'tap'
import { createClient } from './client.ts'
import { type FollowOptions, type FollowState, followOrders } from './follow-orders.ts'
import { json, type Respond, refusal, testServer } from './testing/test-server.ts'

const position = (id: string) => `retry: 1\nevent: position\nid: ${id}\ndata: {"next":"${id}"}\n\n`
const change = (id: string) => `event: change\nid: ${id}\ndata: {"orderId":"order-${id}","kind":"updated"}\n\n`

/** Sends pieces of a stream, and then ends it, breaks it off, or leaves it open. */
function stream(pieces: readonly string[], ending: 'ends' | 'breaks' | 'stays' = 'ends'): Respond {
  return async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (ending === 'ends') response.end()
    if (ending === 'breaks') response.destroy()
  }
}

/** Follows until so many changes have come, but not forever. */
async function follow(baseUrl: string, count: number, options: FollowOptions = {}) {
  const changes: string[] = []
  const states: FollowState[] = []
  const client = createClient({ baseUrl, retries: { triesMax: 1 } })
  const signal = AbortSignal.timeout(20_000)
  const paused = { pauseMsMax: 5, onState: (state: FollowState) => void states.push(state), signal, ...options }
  for await (const { orderId, cursor } of followOrders(client, paused)) {
    changes.push(`${orderId} ${cursor}`)
    if (changes.length === count) break
  }
  return { changes, states }
}

t.test('given streams that end and break off, when they are followed, then each continues behind the last id', async (t) => {
  const { baseUrl, requests } = await testServer(
    t,
    stream([position('c0'), change('c1'), 'id: c', '2\n\n']),
    stream([position('c2'), change('c3').slice(0, 20), change('c3').slice(20), 'event: change\nid: c4\nda'], 'breaks'),
    refusal(503, 'Unavailable'),
    stream([position('c3').replaceAll('\n', '\r\n'), change('c4').replaceAll('\n', '\r\n'), change('c5')], 'stays'),
  )
  const { changes, states } = await follow(baseUrl, 4, { storeId: ['Oslo-01'] })
  t.strictSame(
    changes,
    ['1', '3', '4', '5'].map((id) => `order-c${id} c${id}`),
  )
  t.strictSame(
    requests.map(({ url }) => url.split('?')[1]),
    ['storeId=Oslo-01', ...['c2', 'c3', 'c3'].map((cursor) => `storeId=Oslo-01&since=${cursor}`)],
  )
  t.equal(requests[0]?.headers.accept, 'text/event-stream')
  t.strictSame(
    states.map(({ isConnected, cursor }) => `${isConnected} ${cursor}`),
    ['true c0', 'false c2', 'true c2', 'false c3', 'false c3', 'true c3'],
  )
})

t.test('given a stream in which nothing comes, when it was silent for too long, then it is opened again', async (t) => {
  const { baseUrl, requests } = await testServer(
    t,
    stream([position('c0')], 'stays'),
    stream([position('c0'), change('c1')], 'stays'),
  )
  t.strictSame((await follow(baseUrl, 1, { silenceMs: 100 })).changes, ['order-c1 c1'])
  t.equal(requests.length, 2)
})

t.test('given a permanent refusal, when the stream is opened, then it is raised', async (t) => {
  for (const [status, code] of [
    [401, 'SessionEnded'],
    [403, 'Forbidden'],
    [400, 'ValidationFailed'],
  ] as const) {
    const { baseUrl, requests } = await testServer(t, refusal(status, code))
    await t.rejects(follow(baseUrl, 1), { name: 'ApiError', code })
    t.equal(requests.length, 1)
  }
})

t.test('given a signal, when it aborts, then the loop ends with its reason, also while it waits', async (t) => {
  for (const respond of [stream([position('c0')], 'stays'), json(503, {})]) {
    const { baseUrl } = await testServer(t, respond)
    const abort = new AbortController()
    const onState = () => setTimeout(() => abort.abort(new Error('enough')), 10)
    await t.rejects(follow(baseUrl, 1, { signal: abort.signal, onState, pauseMsMax: 60_000 }), { message: 'enough' })
  }
})
