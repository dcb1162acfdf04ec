import t from 'tap'
import { ledgerLines } from './accounting.ts'
import { createClient } from './client.ts'
import { listAll, searchAll } from './lists.ts'
import { editOrder, orderChanges, scrollOrders, waitForRun } from './orders.ts'
import { json, refusal, testServer } from './testing/test-server.ts'

const collectItems = async <T>(items: AsyncIterable<T>) => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

t.test('given a list with cursors, when all of it is read, then the filter stays and the cursor moves', async (t) => {
  const { baseUrl, requests } = await testServer(
    t,
    json(200, { result: [{ id: '1' }, { id: '2' }], next: 'c1' }),
    json(200, { result: [{ id: '3' }], next: null }),
  )
  const jobs = await collectItems(listAll(createClient({ baseUrl }), '/api/Jobs', { query: { state: 'Finished' } }))
  t.strictSame(
    jobs.map(({ id }) => id),
    ['1', '2', '3'],
  )
  t.strictSame(
    requests.map(({ url }) => url),
    ['/api/Jobs?state=Finished', '/api/Jobs?state=Finished&after=c1'],
  )
})

t.test('given a list with pages, when all of it is read, then it ends with the last item', async (t) => {
  const { baseUrl, requests } = await testServer(
    t,
    json(200, { totalHits: 3, result: [{}, {}] }),
    json(200, { totalHits: 3, result: [{}] }),
  )
  t.equal((await collectItems(listAll(createClient({ baseUrl }), '/api/ZReport', {}))).length, 3)
  t.strictSame(
    requests.map(({ url }) => url),
    ['/api/ZReport', '/api/ZReport?page=2'],
  )
})

t.test('given a page to begin with, when the rest is read, then the pages behind it follow', async (t) => {
  const page = json(200, { totalHits: 9, result: [{}, {}] })
  const { baseUrl, requests } = await testServer(t, page, page, json(200, { totalHits: 9, result: [] }))
  await collectItems(listAll(createClient({ baseUrl }), '/api/ZReport', { query: { page: 3 } }))
  t.strictSame(
    requests.map(({ url }) => url),
    ['/api/ZReport?page=3', '/api/ZReport?page=4', '/api/ZReport?page=5'],
  )
})

t.test('given a search that finds nothing, when all of it is read, then one request is made', async (t) => {
  const { baseUrl, requests } = await testServer(t, json(200, { totalHits: 0, result: [], next: null }))
  const client = createClient({ baseUrl })
  t.strictSame(await collectItems(searchAll(client, '/api/Accounting/Postings/Search', { body: {} })), [])
  t.strictSame(await collectItems(ledgerLines(client)), [])
  t.equal(requests.length, 2)
})

t.test('given a scroll, when the loop is left, then it is freed by the newest id', async (t) => {
  const batch = (id: string) => json(200, { totalHits: 9, result: [{ id }], scrollId: `after ${id}`, isValid: true })
  const { baseUrl, requests } = await testServer(t, batch('1'), batch('2'), (response) => void response.writeHead(204).end())
  for await (const order of scrollOrders(createClient({ baseUrl }), {})) if (order.id === '2') break
  t.strictSame(
    requests.map(({ method, url }) => `${method} ${url}`),
    ['POST /api/Orders/Scroll', 'GET /api/Orders/Scroll/after%201', 'DELETE /api/Orders/Scroll/after%202'],
  )
})

t.test('given an expired scroll, when it is freed, then the error of the read is raised', async (t) => {
  const { baseUrl } = await testServer(
    t,
    json(200, { result: [{ id: '1' }], scrollId: 's', totalHits: 2, isValid: true }),
    refusal(404, 'NotFound'),
  )
  await t.rejects(collectItems(scrollOrders(createClient({ baseUrl }), {})), { code: 'NotFound' })
})

t.test('given the change feed, when it is followed, then it continues at its end until it is aborted', async (t) => {
  const page = (ids: string[], next: string) => json(200, { result: ids.map((orderId) => ({ orderId })), next })
  const { baseUrl, requests } = await testServer(t, page(['1', '2'], 'c2'), page([], 'c2'), page(['3'], 'c3'), page([], 'c3'))
  const abort = new AbortController()
  const seen: [string, string | null][] = []
  const follow = async () => {
    for await (const { orderId, cursor } of orderChanges(createClient({ baseUrl }), { followEveryMs: 1, signal: abort.signal })) {
      seen.push([orderId, cursor])
      if (orderId === '3') abort.abort(new Error('enough'))
    }
  }
  await t.rejects(follow(), { message: 'enough' })
  t.strictSame(seen, [
    ['1', null],
    ['2', 'c2'],
    ['3', 'c3'],
  ])
  t.equal(requests[1]?.url, '/api/Orders/Changes?take=1000&after=c2')
})

t.test('given an order that changes meanwhile, when it is edited, then the newest version is edited again', async (t) => {
  const version = (id: string, tags: string[]) => json(200, { id: 'one', versionId: id, tags }, { etag: `"${id}"` })
  const { baseUrl, requests } = await testServer(
    t,
    version('v1', ['a']),
    refusal(412, 'VersionConflict'),
    version('v2', ['a', 'b']),
    json(200, {}),
    version('v3', ['a', 'b', 'c']),
  )
  const edits: string[] = []
  const order = await editOrder(createClient({ baseUrl }), { orderId: 'one' }, ({ versionId, tags }) => {
    edits.push(String(versionId))
    return { tags: [...tags, 'c'] }
  })
  t.strictSame(edits, ['v1', 'v2'])
  t.equal(order.versionId, 'v3')
  t.equal(requests[3]?.headers['if-match'], '"v2"')
})

t.test('given a run that waits, when it is waited for, then it comes back at its end', async (t) => {
  const run = (state: string) =>
    json(200, {
      result: [
        { runId: 'r2', state },
        { runId: 'r1', state: 'Finished' },
      ],
    })
  const { baseUrl, requests } = await testServer(t, run('Running'), run('Waiting'), run('Aborted'))
  const client = createClient({ baseUrl })
  t.match(await waitForRun(client, 'one', { everyMs: 1 }), { runId: 'r2', state: 'Aborted' })
  t.equal(requests.length, 3)
  t.match(await waitForRun(client, 'one', { runId: 'r1' }), { state: 'Finished' })
  t.equal(await waitForRun(client, 'one', { runId: 'unknown' }), null)
})

t.test('given a run that does not end, when the time is over, then the wait is given up', async (t) => {
  const { baseUrl } = await testServer(t, json(200, { result: [{ runId: 'r1', state: 'Running' }] }))
  await t.rejects(waitForRun(createClient({ baseUrl }), 'one', { everyMs: 5, timeoutMs: 40 }), { name: 'TimeoutError' })
})
