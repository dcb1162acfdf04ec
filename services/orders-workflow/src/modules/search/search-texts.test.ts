import t from 'tap'
import { foundIds, searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

await storedOrder(
  test,
  {
    id: 'Ord-1A',
    orderNumber: 'Num-9',
    customerName: 'Ærlig Ødegård',
    customerNumber: 'CN-5',
    customerId: 'CID-6',
    customerPhone: '+47 900 11 222',
    customerEmail: 'Aerlig@Example.com',
    billingAddress: { name: 'Billing Name', firstName: 'Firstly', lastName: 'Lastly', postalCode: '0150' },
    externalIds: [{ id: 'EXT-3', providerName: 'ERP' }],
  },
  {
    lineItems: [{ code: 'SKU-77', displayName: 'Garden Chair', placedPrice: 10 }],
    shipments: [
      { shipmentTrackingNumber: 'TRACK-88', address: { name: 'Receiver', postalCode: '5003' }, externalIds: [{ id: 'SHIP-4' }] },
    ],
  },
)
await storedOrder(test, { id: 'other', customerName: 'Someone Else' })

const find = (searchText: string) => foundIds(test, { searchText })

t.test('when a searchable text of an order is searched, in any case and in part, then it is found', async (t) => {
  const texts = [
    'ord-1a',
    'RD-1',
    'num-9',
    'ærlig',
    'ØDEGÅRD',
    'degår',
    'cn-5',
    'cid-6',
    '900',
    'aerlig@example',
    'billing',
    'firstly',
    'LASTLY',
  ]
  for (const text of [...texts, '0150', 'ext-3', 'sku-77', 'garden', 'track-88', 'receiver', '5003', 'ship-4'])
    t.same(await find(text), ['Ord-1A'], text)
  t.same(await find('nowhere'), [])
  t.same(await find('erp'), [], 'the provider of an external id is none of them')
})

t.test('when several words are searched, separated by any white space, then each must be found anywhere', async (t) => {
  t.same(await find('chair  ødegård\tnum'), ['Ord-1A'])
  t.same(await find('chair nowhere'), [])
  t.same(await find('  \n '), ['Ord-1A', 'other'], 'blank text filters nothing')
  t.same(await find('lastly sku'), ['Ord-1A'])
  t.same(await find('lastlysku'), [], 'words do not span values')
})

t.test('when short words are searched, then they are found', async (t) => {
  t.same(await find('8'), ['Ord-1A'])
  t.same(await find('æ'), ['Ord-1A'])
  t.same(await find('7 æ'), ['Ord-1A'])
  t.same(await find('r-'), [])
  t.same(await find('d-1 7'), ['Ord-1A'])
  t.same(await find('qx'), [])
  t.same(await find('e o'), ['Ord-1A', 'other'])
})

t.test('when a text has characters with a meaning in SQL, then they match themselves', async (t) => {
  const names = [
    `O'Hara; drop table "order";--`,
    '100% Wool',
    'under_score',
    String.raw`back\slash`,
    '$1 %s {0} [a-z]*',
    'Ω ≠ ☃ 🎄',
  ]
  for (const [index, customerName] of names.entries()) await storedOrder(test, { id: `sign-${index}`, customerName })
  t.same(await find(`o'hara;`), ['sign-0'])
  t.same(await find('"order";--'), ['sign-0'])
  t.same(await find('100%'), ['sign-1'])
  t.same(await find('1%o'), [])
  t.same(await find('%'), ['sign-1', 'sign-4'])
  t.same(await find('_'), ['sign-2'])
  t.same(await find('under_'), ['sign-2'])
  t.same(await find('unde__score'), [])
  t.same(await find('\\'), ['sign-3'])
  t.same(await find('back\\slash'), ['sign-3'])
  t.same(await find('\\%'), [])
  t.same(await find('$1 [a-z]*'), ['sign-4'])
  t.same(await find('🎄 ω'), ['sign-5'])
  t.same(await foundIds(test, { customerName: '100%' }), ['sign-1'])
  t.same(await foundIds(test, { customerName: '%' }), ['sign-1', 'sign-4'])
  t.same(await foundIds(test, { customerName: 'under_s' }), ['sign-2'])
  t.same(await foundIds(test, { customerName: '\\' }), ['sign-3'])
  for (const [index, name] of names.entries()) t.same(await foundIds(test, { customerName: name }), [`sign-${index}`], name)
})

t.test('when a text has characters that cannot be stored, then the response is 400', async (t) => {
  const post = (body: string) => test.send({ method: 'POST', url: '/api/Orders/Search', body })
  t.match(await post('{"searchText":"a\\u0000b"}'), { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await post('{"email":"\\ud800"}'), { status: 400, body: { error: 'ValidationFailed' } })
})

t.test('when a text has many or long words, then it is found', async (t) => {
  const post = (searchText: string) => test.send({ method: 'POST', url: '/api/Orders/Search', body: { searchText } })
  t.match(await post('x'.repeat(1_001)), { status: 400, body: { errors: { searchText: ['must have at most 1000 characters'] } } })
  t.same(await find('x'.repeat(1_000)), [])
  const words = Array.from({ length: 21 }, (_, index) => `word${index}`)
  t.match(await post(words.join(' ')), {
    status: 400,
    body: { errors: { searchText: ['must have at most 20 different words'] } },
  })
  t.equal((await post(words.slice(1).join(' '))).status, 200)
  t.same(await find(Array.from({ length: 100 }, () => 'Chair').join(' ')), ['Ord-1A'], 'the same word counts once')
  const long = 'k'.repeat(5_000)
  for (const name of ['email', 'phone', 'customerName', 'orderNumber', 'customerId', 'secretKey', 'projectId'])
    t.same(await foundIds(test, { [name]: long }), [], name)
  t.same(await foundIds(test, { tags: [long], property: { key: long, value: long }, externalIds: [long] }), [])
})

t.test('given a long value, when all of it is searched, then it is found', async (t) => {
  const tag = `${'t'.repeat(300)}-1`
  const customerId = `${'c'.repeat(300)}-1`
  await storedOrder(test, {
    id: 'long',
    tags: [tag],
    customerId,
    orderNumber: `${'n'.repeat(400)}`,
    customerName: `${'m'.repeat(490)} end`,
  })
  t.same(await foundIds(test, { tags: [tag] }), ['long'])
  t.same(await foundIds(test, { tags: [`${'t'.repeat(300)}-2`] }), [])
  t.same(await foundIds(test, { customerId }), ['long'])
  t.same(await foundIds(test, { customerId: `${'c'.repeat(300)}-2` }), [])
  t.same(await foundIds(test, { orderNumber: 'n'.repeat(400) }), ['long'])
  t.same(await foundIds(test, { customerName: 'm END' }), ['long'])
})

t.test('when a list has too many values, then the response is 400', async (t) => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)
  t.same(await foundIds(test, { tags: values(1_000), selectedStores: values(1_000) }), [])
  const response = await test.send({ method: 'POST', url: '/api/Orders/Search', body: { tags: values(1_001) } })
  t.match(response, { status: 400, body: { errors: { tags: ['must have at most 1000 items'] } } })
})

t.test('given a changed order, when it is searched, then new values find it and old ones do not', async (t) => {
  await storedOrder(test, { id: 'moving', status: 'New', tags: ['before'] })
  const patch = await test.send({ method: 'POST', url: '/api/Orders/moving/AddPayments', body: [] })
  t.ok(patch.status < 500)
  const url = '/api/Orders/moving/UpdateStatus'
  t.equal((await test.send({ method: 'POST', url, body: { status: 'OnHold', skipRunWorkflow: true } })).status, 200)
  const now = await searched(test, { searchText: 'moving', selectedStatuses: ['OnHold'], tags: ['before'] })
  t.match(now, { totalHits: 1, result: [{ id: 'moving', status: 'OnHold' }] })
  t.same(await foundIds(test, { searchText: 'moving', selectedStatuses: ['New'] }), [])
})

t.test(
  'given more matches of a free text than the tenant counts, when orders are searched, then the total says that it is not exact',
  async (t) => {
    const config = await sampleConfig()
    const settings = { ...config.settings, search: { ...config.settings.search, exactTotalMax: 3 } }
    const bounded = await testOrders(t, { config: { ...config, settings } })
    const search = async (body: object) =>
      (
        await bounded.send({
          method: 'POST',
          url: '/api/Orders/Search',
          body: { disableFacets: true, sortOrder: 'DocumentID', ...body },
        })
      ).body
    for (const id of ['1', '2', '3']) await storedOrder(bounded, { id, customerName: 'Kari Hansen' })
    t.match(await search({ searchText: 'hansen' }), { totalHits: 3, totalHitsIsExact: true })

    for (const id of ['4', '5']) await storedOrder(bounded, { id, customerName: 'Kari Hansen' })
    t.match(await search({ searchText: 'hansen', take: 2 }), {
      totalHits: 3,
      totalHitsIsExact: false,
      result: [{ id: '1' }, { id: '2' }],
    })
    const last = await search({ searchText: 'hansen', take: 2, page: 3 })
    t.match(last, { totalHits: 3, totalHitsIsExact: false, result: [{ id: '5' }] }, 'pages continue behind it')
    t.equal(last.result.length, 1)
    const exact = { totalHits: 5, totalHitsIsExact: true }
    t.match(await search({ searchText: 'hansen', disableFacets: false }), exact, 'facets count all')
    t.match(await search({ searchText: ' ' }), exact, 'no word')
    t.match(await search({ selectedStatuses: ['New'] }), exact, 'no free text')
  },
)

t.test('when a text has an apostrophe, then it finds every spelling of it, and nothing else', async (t) => {
  await storedOrder(test, { id: 'typed', customerName: "O'Neill", billingAddress: { city: '’s-Hertogenbosch', name: 'ñ’ó' } })
  for (const text of ["o'neill", 'O’NEILL', '‘neil', 'oʼneill', 'O`Neill', "'s-hertogen", '’s', "ñ'ó"])
    t.same(await find(text), ['typed'], text)
  for (const text of ['o-neill', "o'n'eill", "o'nei_l", "'x"]) t.same(await find(text), [], text)
  t.same(await foundIds(test, { customerName: 'o’neill' }), ['typed'])
})
