import type { TestRequest } from '@open-oms/service-kit/testing/test-server'
import t from 'tap'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import { createdOrder, sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { countSearches } from '../search/search-counts.ts'
import { listSavedSearches } from './read-saved-searches.ts'
import { createSavedSearch } from './write-saved-search.ts'

const test = await testOrders(t)

type As = NonNullable<TestRequest['as']>
/** The application of a packer: it only reads, for the subject of its token. */
const packer: As = { clientId: 'packing', roles: ['OrderRead'] }
const admin: As = { clientId: 'office', roles: ['OrderAdmin'] }

const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, more: Partial<TestRequest> = {}) =>
  test.send({ method, url: `/api/SavedSearches${path}`, as: packer, ...more })

/** Saves a search; returns its response. */
const saved = (fields: Record<string, unknown> = {}, as: As = packer) =>
  send('POST', '', { body: { name: 'Queue', search: {}, ...fields }, as })

/** The names in the list of a caller, in its order. */
const listNames = async (as: As) => (await send('GET', '', { as })).body.result.map(({ name }: { name: string }) => name)

/** A caller of its own, so that a test has a list of its own. */
const someone = (clientId: string, more: As = {}): As => ({ ...packer, clientId, ...more })

t.test('when a search is saved, then it is read back as it was sent, with its tag and its address', async (t) => {
  const body = {
    Name: 'To pick',
    description: 'Paid and in stock',
    search: {
      SELECTEDSTATUSES: ['New', 'InProgress'],
      excludedStatuses: ['Completed'],
      createdTo: '2026-01-31',
      sortOrder: 'createdAscending',
    },
    relativeDates: [{ filter: 'MODIFIEDFROM', offset: '-2d' }],
    columns: ['orderNumber', 'billingAddress.city'],
    position: 3,
  }
  const created = await send('POST', '', { body })
  t.equal(created.status, 201, created.text)
  t.match(created.body, {
    name: 'To pick',
    description: 'Paid and in stock',
    search: { selectedStatuses: ['New', 'InProgress'], createdTo: '2026-01-31T23:59:59.999Z', sortOrder: 'CreatedAscending' },
    relativeDates: [{ filter: 'modifiedFrom', offset: '-2d' }],
    columns: ['orderNumber', 'billingAddress.city'],
    shared: false,
    position: 3,
    createdBy: 'packing',
  })
  t.equal(created.headers.location, `/api/SavedSearches/${created.body.id}`)
  const read = await send('GET', `/${created.body.id}`)
  t.same(read.body, created.body)
  t.equal(read.headers.etag, `"${created.body.versionId}"`)
})

t.test('given own and shared searches, when they are listed, then they go by position and name', async (t) => {
  const as = someone('list-me')
  for (const [name, position] of [
    ['B', 2],
    ['C', 1],
    ['A', 2],
  ] as const)
    await saved({ name, position }, as)
  const shared = await saved({ name: 'Shared', position: -1, shared: true }, admin)
  t.equal(shared.status, 201)
  t.same(await listNames(as), ['Shared', 'C', 'A', 'B'])
  const [first] = (await send('GET', '', { as })).body.result
  t.match(first, { ...shared.body, count: null, countIsExact: null })
  t.equal((await send('DELETE', `/${shared.body.id}`, { as: admin })).status, 204)
})

t.test('given an own search, when another client or subject asks, then there is none', async (t) => {
  const own = await saved({}, someone('app', { claims: { sub: 'kari' } }))
  const path = `/${own.body.id}`
  for (const as of [
    someone('app', { claims: { sub: 'ola' } }),
    someone('till', { claims: { sub: 'kari' } }),
    { ...admin, clientId: 'app' },
  ]) {
    t.same(await listNames(as), [])
    const requests: [Parameters<typeof send>[0], string, Partial<TestRequest>][] = [
      ['GET', path, {}],
      ['GET', `${path}/Orders`, {}],
      ['PUT', path, { body: { name: 'Mine now', search: {} } }],
      ['DELETE', path, {}],
    ]
    for (const [method, url, more] of requests)
      t.match(await send(method, url, { ...more, as }), { status: 404, body: { error: 'NotFound' } })
  }
  t.equal((await send('GET', path, { as: someone('app', { claims: { sub: 'kari' } }) })).status, 200)
  t.equal((await send('GET', '/nobody')).status, 404)
})

t.test('given a shared search, when a reader or a client of a store writes it, then it is refused and stays', async (t) => {
  const { body: shared } = await saved({ name: 'For all', shared: true }, admin)
  const path = `/${shared.id}`
  const body = { name: 'Changed', search: {} }
  for (const as of [packer, { ...admin, storeIds: ['Oslo-01'] }]) {
    t.match(await saved({ shared: true }, as), { status: 403, body: { error: 'Forbidden' } })
    t.equal((await send('PUT', path, { body, as })).status, 403)
    t.equal((await send('DELETE', path, { as })).status, 403)
    t.equal((await send('GET', path, { as })).status, 200, 'it is read')
  }
  const { body: own } = await saved({ name: 'Own' })
  t.equal((await send('PUT', `/${own.id}`, { body: { ...body, shared: true } })).status, 403, 'nor is an own one shared')
  t.same((await send('GET', path)).body, shared)
  t.match(await send('PUT', path, { body, as: admin }), { status: 200, body: { name: 'Changed', shared: false } })
  t.equal((await send('GET', path)).status, 404, 'it is the administrator’s own')
  t.equal((await send('DELETE', path, { as: admin })).status, 204)
})

t.test(
  'given two editors, when the second one writes with an old tag, then it is refused with the current version',
  async (t) => {
    const { body: first } = await saved()
    const path = `/${first.id}`
    const put = (name: string, versionId: string) =>
      send('PUT', path, { body: { name, search: { urgent: true } }, headers: { 'if-match': `"${versionId}"` } })
    const second = await put('Second', first.versionId)
    t.match(second, {
      status: 200,
      body: { name: 'Second', created: first.created, createdBy: 'packing', search: { urgent: true } },
    })
    t.not(second.body.versionId, first.versionId)
    t.match(await put('Third', first.versionId), {
      status: 412,
      body: { error: 'VersionConflict', currentVersionId: second.body.versionId },
    })
    t.equal((await send('DELETE', path, { headers: { 'if-match': `"${first.versionId}"` } })).status, 412)
    const together = await Promise.all(Array.from({ length: 5 }, (_, index) => put(`Edit ${index}`, second.body.versionId)))
    t.same(together.map(({ status }) => status).sort(), [200, 412, 412, 412, 412], 'one of concurrent ones wins')
    t.equal((await send('DELETE', path, { headers: { 'if-match': '*' } })).status, 204)
    t.equal((await send('GET', path)).status, 404)
  },
)

t.test('given a search that could not be run, when it is saved, then it is refused as the search would be', async (t) => {
  const words = Array.from({ length: 21 }, (_, index) => `word${index}`).join(' ')
  const refused: [Record<string, unknown>, string][] = [
    [{ search: { sortOrder: 'Sideways' } }, 'search.sortOrder'],
    [{ search: { take: 101 } }, 'search.take'],
    [{ search: { createdFrom: 'yesterday' } }, 'search.createdFrom'],
    [{ search: { searchText: words } }, 'search.searchText'],
    [{ search: { property: { value: 'red' } } }, 'search.property.key'],
    [{ search: { take: 100, page: 101 } }, 'search.page'],
    [{ search: { selectedStatus: ['New'] } }, 'search.selectedStatus'],
    [{ search: { createdfroM: null, frm: null } }, 'search.frm'],
    [{ columns: ['id', 'billingAddress.town'] }, 'columns[1]'],
    [{ search: undefined }, 'search'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ columns: Array.from({ length: 51 }, () => 'id') }, 'columns'],
    [{ relativeDates: [{ filter: 'createdTo', offset: '2 days' }] }, 'relativeDates[0].offset'],
    [{ relativeDates: [{ filter: 'customerName', offset: '-2d' }] }, 'relativeDates[0].filter'],
    [{ search: { createdTo: '2026-01-01' }, relativeDates: [{ filter: 'createdTo', offset: '-2d' }] }, 'relativeDates[0].filter'],
  ]
  const as = someone('refused')
  for (const [fields, path] of refused) {
    const { status, body } = await saved(fields, as)
    t.equal(status, 400, path)
    t.ok(Object.keys(body.errors).includes(path), `${path}: ${JSON.stringify(body.errors)}`)
  }
  t.match(await saved({ search: { customerIds: Array.from({ length: 999 }, () => 'K-0123456789-0123') } }, as), { status: 413 })
  t.same(await listNames(as), [])
})

t.test('given a full list, when concurrent callers save more, then the limit holds, and a deletion makes room', async (t) => {
  const as = someone('full')
  const { body: first } = await saved({ name: 'Search' }, as)
  await test.database.execute({
    text: `insert into saved_search (id, owner, position, name, document)
      select made.id, owner, position, name, jsonb_set(document::jsonb, '{id}', to_jsonb(made.id::text))
      from saved_search, (select gen_random_uuid() as id from generate_series(1, 97)) made where saved_search.id = $1`,
    values: [first.id],
  })
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => saved({}, as)))).map(({ status }) => status)
  t.same(statuses.sort(), [201, 201, 400, 400, 400])
  const { result } = (await send('GET', '', { as })).body
  t.equal(result.length, 100)
  t.equal(
    (await send('PUT', `/${result[0].id}`, { body: { name: 'Renamed', search: {} }, as })).status,
    200,
    'it is no further one',
  )
  t.equal((await send('DELETE', `/${result[1].id}`, { as })).status, 204)
  t.equal((await saved({}, as)).status, 201)
})

t.test('given orders of two stores, when a shared search is run and counted, then each caller sees its own stores', async (t) => {
  for (const storeId of ['Oslo-01', 'Oslo-01', 'Bergen-01']) await createdOrder(test, { storeId, tags: ['queue'] })
  const office = { ...admin, clientId: 'scope-office' }
  const { body } = await saved({ name: 'Scoped', shared: true, search: { tags: ['queue'] } }, office)
  const fetchCounts = async (as: As) => {
    const { result } = (await send('GET', '', { query: { counts: 'true' }, as })).body
    const { count, countIsExact } = result.find(({ id }: { id: string }) => id === body.id)
    return [count, countIsExact]
  }
  const bergen = someone('scope-bergen', { storeIds: ['Bergen-01'] })
  t.same(await fetchCounts(office), [3, true])
  t.same(await fetchCounts(bergen), [1, true])
  const run = async (as: As) => (await send('GET', `/${body.id}/Orders`, { as })).body
  t.equal((await run(office)).totalHits, 3)
  t.match(await run(bergen), { totalHits: 1, result: [{ storeId: 'Bergen-01' }] })
  t.equal((await send('DELETE', `/${body.id}`, { as: office })).status, 204)
})

t.test('when a saved search is run, then skip and take page through it, and the response is that of the search', async (t) => {
  for (const id of ['run-1', 'run-2', 'run-3']) await storedOrder(test, { id, customerId: 'run' })
  const search = { customerId: 'run', sortOrder: 'OrderIdDescending', take: 2, page: 2 }
  const { body } = await saved({ search })
  const run = (query = {}) => send('GET', `/${body.id}/Orders`, { query })
  const foundIds = async (query = {}) => (await run(query)).body.result.map(({ id }: { id: string }) => id)
  t.same(await foundIds(), ['run-3', 'run-2'], 'from the first, as many as the search takes')
  t.same(await foundIds({ skip: '1' }), ['run-2', 'run-1'])
  t.same(await foundIds({ skip: '2', take: '50' }), ['run-1'])
  t.same(await foundIds({ skip: '3' }), [])
  const searched = await test.send({ method: 'POST', url: '/api/Orders/Search', body: { ...search, page: 1 }, as: packer })
  t.same((await run()).body, searched.body)
  t.match(await run({ skip: '9999' }), { status: 400, body: { error: 'WindowExceeded', errors: { skip: [String] } } })
  for (const query of [{ take: '0' }, { take: '101' }, { skip: '-1' }]) t.equal((await run(query)).status, 400)
})

t.test(
  'given more orders than are counted exactly, when searches are counted, then those that must read orders end there and say so',
  async (t) => {
    const config = await sampleConfig()
    const search = { ...config.settings.search, exactTotalMax: 2 }
    const { deps } = await testOrders(t, {
      database: test.database,
      config: { ...config, settings: { ...config.settings, search } },
    })
    for (const id of ['many-1', 'many-2', 'many-3']) await storedOrder(test, { id, customerId: 'counted', tags: ['counted'] })
    const caller = { clientId: 'counting', actor: 'counting', roles: ['OrderAdmin' as const], storeIds: null }
    const searches = {
      customer: { customerId: 'counted' },
      few: { orderNumber: 'many-1' },
      tags: { tags: ['counted'] },
      text: { searchText: 'many' },
    }
    for (const [name, search] of Object.entries(searches)) await createSavedSearch(deps, caller, { name, search })
    const { result } = await listSavedSearches(deps, caller, { counts: true })
    t.same(
      result.map(({ name, count, countIsExact }) => [name, count, countIsExact]),
      [
        ['customer', 2, false],
        ['few', 1, true],
        ['tags', 3, true],
        ['text', 2, false],
      ],
    )
  },
)

t.test('given no time for counting, when searches are counted, then each is there without a count', async (t) => {
  const scope = { storeIds: null, orderTypes: [], markets: [], stores: [], customFields: [], now: new Date() }
  const searches = [
    { filter: {}, scope },
    { filter: { customerId: 'counted' }, scope },
  ]
  t.same(await countSearches(test.database, searches, { exactTotalMax: 10, budgetMs: 0 }), [null, null])
})

t.test('given relative dates, when time passes, then the same saved search finds other orders', async (t) => {
  const day = 24 * 60 * 60 * 1_000
  const now = Date.now()
  await storedOrder(test, { id: 'old', customerId: 'age', created: new Date(now - 3 * day).toISOString() })
  await storedOrder(test, { id: 'new', customerId: 'age', created: new Date(now - day).toISOString() })
  const { body } = await saved({ search: { customerId: 'age' }, relativeDates: [{ filter: 'createdTo', offset: '-2d' }] })
  const foundIds = async () => (await send('GET', `/${body.id}/Orders`)).body.result.map(({ id }: { id: string }) => id).sort()
  t.same(await foundIds(), ['old'])
  t.teardown(() => {
    test.deps.now = () => new Date()
  })
  test.deps.now = () => new Date(now + 2 * day)
  t.same(await foundIds(), ['new', 'old'])
})

t.test('when a saved search is created twice with one key, then there is one', async (t) => {
  const as = someone('keyed')
  const create = () => send('POST', '', { body: { name: 'Once', search: {} }, headers: { 'idempotency-key': 'saved-1' }, as })
  t.same((await create()).body, (await create()).body)
  t.same(await listNames(as), ['Once'])
})

t.test(
  'given a store, when saved searches are counted and run, then only orders of it are found, and none of other callers',
  async (t) => {
    for (const [id, storeId] of [
      ['of-1', 'Oslo-01'],
      ['of-2', 'Oslo-01'],
      ['of-3', 'Bergen-01'],
    ] as const)
      await storedOrder(test, { id, storeId, customerId: 'of-store' })
    const { body } = await saved({ name: 'Of a store', search: { customerId: 'of-store' } })
    const count = async (storeId: string, as: object = {}) => {
      const { result } = (await send('GET', `?counts=true&storeId=${storeId}`, { as: { ...packer, ...as } })).body
      return result.find(({ id }: { id: string }) => id === body.id)?.count
    }
    const found = async (storeId: string, form: string) =>
      (await send('GET', `/${body.id}/${form}?storeId=${storeId}`)).body.result.map(({ id }: { id: string }) => id).sort()
    t.same([await count('Oslo-01'), await count('Bergen-01'), await count('Nowhere')], [2, 1, 0])
    for (const form of ['Orders', 'Summaries']) t.same(await found('Oslo-01', form), ['of-1', 'of-2'], form)
    t.equal(await count('Oslo-01', { storeIds: ['Bergen-01'] }), 0)
  },
)
