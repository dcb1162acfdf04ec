import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'

type Hit = { id: string; postingDate: string; storeIds: string[]; currencyCode: string }

/**
 * Postings of four days in Oslo, two in Bergen, one in Tokyo, and one day in Oslo in another
 * currency.
 */
async function withPostings(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer> {
  const server = await accountingServer(t)
  const days: [string, string, string][] = [
    ['Oslo-01', '2026-01-12', 'NOK'],
    ['Oslo-01', '2026-01-13', 'NOK'],
    ['Oslo-01', '2026-01-14', 'NOK'],
    ['Oslo-01', '2026-01-15', 'NOK'],
    ['Bergen-01', '2026-01-14', 'NOK'],
    ['Bergen-01', '2026-01-15', 'NOK'],
    ['Tokyo-01', '2026-01-15', 'JPY'],
    ['Oslo-01', '2026-01-15', 'SEK'],
  ]
  for (const [storeId, day, currency] of days) {
    const orderId = `${storeId} ${day} ${currency}`
    await server.record(aPayment({ orderId, storeId, currency }, { paidDate: `${day}T10:00:00.000Z` }))
    await server.build(storeId, day, currency)
  }
  return server
}

const shown = (hits: readonly Hit[]) =>
  hits.map((hit) => `${hit.postingDate.slice(5, 10)} ${hit.storeIds[0]} ${hit.currencyCode}`)

t.test('given each filter, when postings are searched, then only matching ones are found', async (t) => {
  const { search } = await withPostings(t)
  const countPostings = async (request: object) => (await search('Postings', request)).body.totalHits
  t.equal(await countPostings({}), 8)
  t.equal(await countPostings({ storeId: 'Oslo-01' }), 5)
  t.equal(await countPostings({ storeId: 'nowhere' }), 0)
  t.equal(await countPostings({ storeGroupId: 'norway' }), 7)
  t.equal(await countPostings({ storeGroupId: 'nowhere' }), 0, 'an unknown group finds nothing')
  t.equal(await countPostings({ storeId: '', storeGroupId: 'norway' }), 7, 'an empty text is no filter')
  t.equal(await countPostings({ accountingCompanyCode: 'JP01' }), 1)
  t.equal(await countPostings({ registerId: 'R1' }), 0)
  t.equal(await countPostings({ source: 'WebFulfillment' }), 8)
  t.equal(await countPostings({ source: 'PosZReport' }), 0)
  t.equal(await countPostings({ status: 'Posted' }), 8)
  t.equal(await countPostings({ status: 'Exported' }), 0)
  t.equal(await countPostings({ orderIds: ['Oslo-01 2026-01-12 NOK', 'Tokyo-01 2026-01-15 JPY', 'x'] }), 2)
  t.equal(await countPostings({ orderIds: [] }), 8)
  t.equal(await countPostings({ STOREID: 'Bergen-01', PostingDateFrom: '2026-01-15' }), 1, 'names in any letter case')
})

t.test('given dates, when postings are searched, then both are included and a date means its whole day', async (t) => {
  const { search } = await withPostings(t)
  const countPostingsBetween = async (postingDateFrom: string | null, postingDateTo: string | null) =>
    (await search('Postings', { postingDateFrom, postingDateTo, storeId: 'Oslo-01' })).body.totalHits
  t.equal(await countPostingsBetween('2026-01-13', '2026-01-14'), 2)
  t.equal(await countPostingsBetween('2026-01-13T00:00:00Z', '2026-01-14T00:00:00Z'), 2)
  t.equal(await countPostingsBetween('2026-01-13T00:00:00.001Z', '2026-01-14'), 1, 'a posting date is the midnight of its day')
  t.equal(await countPostingsBetween('2026-01-13T01:00:00+01:00', null), 4)
  t.equal(await countPostingsBetween(null, '2026-01-12'), 1)
  t.equal(await countPostingsBetween('0001-01-01T00:00:00', ''), 5, 'the empty dates of clients are none')
  t.equal(await countPostingsBetween('0001-01-02', '9999-12-31'), 5)
  t.equal(await countPostingsBetween('2026-01-14', '2026-01-14'), 1)
})

t.test('given superseded postings, when postings are searched, then they are returned only on request', async (t) => {
  const { search, record, build } = await withPostings(t)
  await record(aPayment({ orderId: 'late' }))
  await build('Oslo-01', '2026-01-15')
  const countPostings = async (request: object) => (await search('Postings', { storeId: 'Oslo-01', ...request })).body.totalHits
  t.equal(await countPostings({}), 5)
  t.equal(await countPostings({ includeSuperseded: true }), 6)
  t.equal(await countPostings({ status: 'Superseded' }), 0)
  t.equal(await countPostings({ status: 'Superseded', includeSuperseded: true }), 1)
  t.equal(await countPostings({ status: 'Draft', includeSuperseded: true }), 0)
})

t.test(
  'given many postings, when all pages are read by number or position, then each comes once, newest date first',
  async (t) => {
    const { search } = await withPostings(t)
    const all = (await search('Postings', {})).body
    t.same(shown(all.result).slice(4), ['01-14 Oslo-01 NOK', '01-14 Bergen-01 NOK', '01-13 Oslo-01 NOK', '01-12 Oslo-01 NOK'])
    t.equal(all.next, null)
    const ids = all.result.map((hit: Hit) => hit.id)
    t.same(ids.slice(0, 4), [...ids.slice(0, 4)].sort(), 'equal dates by id')

    const byPage: string[] = []
    for (const page of [1, 2, 3])
      byPage.push(...(await search('Postings', { take: 3, page })).body.result.map((hit: Hit) => hit.id))
    t.same(byPage, ids)

    const byPosition: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await search('Postings', { take: 3, after })
      t.equal(body.totalHits, 8)
      byPosition.push(...body.result.map((hit: Hit) => hit.id))
      after = body.next
    }
    t.same(byPosition, ids)
    t.same((await search('Postings', { take: 3, page: 4 })).body, { totalHits: 8, result: [], next: null })
  },
)

t.test('given a token limited to stores, when postings are searched, then only those of these stores are found', async (t) => {
  const { search } = await withPostings(t)
  const countPostings = async (request: object) =>
    (await search('Postings', request, { storeIds: ['Bergen-01', 'Tokyo-01'] })).body.totalHits
  t.equal(await countPostings({}), 3)
  t.equal(await countPostings({ storeId: 'Oslo-01' }), 0)
  t.equal(await countPostings({ storeGroupId: 'norway' }), 2)
})

t.test('given a bad request, when it is sent, then the response is 400 with the path', async (t) => {
  const { search } = await accountingServer(t)
  const encodeCursor = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
  const yearZero = encodeCursor(['postings', '0000-01-01', '00000000-0000-7000-8000-000000000001'])
  const position = encodeCursor(['lines PostingDate asc', '2026-01-15', 'x', 1])
  const bad: [object, string][] = [
    [{ take: 0 }, 'take'],
    [{ take: 101 }, 'take'],
    [{ take: 1.5 }, 'take'],
    [{ take: '5' }, 'take'],
    [{ page: 0 }, 'page'],
    [{ page: -1 }, 'page'],
    [{ storeId: 'Oslo-01', storeGroupId: 'norway' }, 'storeGroupId'],
    [{ status: 'Lost' }, 'status'],
    [{ source: 'Web' }, 'source'],
    [{ postingDateFrom: 'yesterday' }, 'postingDateFrom'],
    [{ postingDateFrom: '2026-01-15', postingDateTo: '2026-01-14' }, 'postingDateTo'],
    [{ orderIds: 'order-1' }, 'orderIds'],
    [{ after: 'x' }, 'after'],
    [{ after: position }, 'after'],
    [{ after: yearZero }, 'after'],
    [{ postingDateFrom: '0000-06-01T00:00:00Z' }, 'postingDateFrom'],
    [{ storeId: 'a\u0000b' }, 'storeId'],
  ]
  for (const [request, path] of bad) {
    const response = await search('Postings', request)
    t.match(response, { status: 400, body: { error: 'ValidationFailed', errors: { [path]: [String] } } }, JSON.stringify(request))
  }
})

t.test(
  'given a page beyond 10,000 results, when it is requested, then the response is 400, but positions continue',
  async (t) => {
    const { search } = await withPostings(t)
    t.equal((await search('Postings', { take: 100, page: 100 })).status, 200)
    for (const request of [
      { take: 100, page: 101 },
      { page: 201 },
      { take: 1, page: 10_001 },
      { take: 1, page: 9_007_199_254_740_991 },
    ]) {
      t.match(await search('Postings', request), { status: 400, body: { error: 'WindowExceeded' } }, JSON.stringify(request))
    }
    const { next } = (await search('Postings', { take: 1 })).body
    t.equal((await search('Postings', { take: 100, page: 500, after: next })).status, 200)
  },
)
