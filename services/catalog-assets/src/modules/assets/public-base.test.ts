import { startOutboxRelay } from '@open-oms/service-kit/events/outbox-relay'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { type TestCatalog, testCatalog } from '../../testing/test-catalog.ts'

// Found by a trial from outside: after a move of the domain, and in a copy of the data for staging,
// every image was still at the old host.
const before = await testCatalog(t, { publicBase: 'https://old.example' })
const after = await testCatalog(t, { publicBase: 'https://new.example/shop', database: before.database, store: before.store })
const origin = await imageHost(t)
const photo = await png('teal', { width: 400, height: 200 })
origin.files.set('/photo.png', photo).set('/small.png', await png('navy'))
const foreign = `https://other.example/assets/x/y.png?v=${'ab'.repeat(32)}`
const mark = { assetId: 'mark', assetType: 'ExternalCertification', externalUrl: foreign }

const product = {
  productId: 'cup',
  assets: [{ assetId: 'front', externalUrl: `${origin.url}/photo.png`, isMainImage: true }, mark],
  variants: [{ skuId: 'cup-red', assets: [{ assetId: 'red', externalUrl: `${origin.url}/small.png`, isMainImage: true }] }],
}
const create = (catalog: TestCatalog) =>
  catalog.send({ method: 'POST', url: '/api/products', body: product, headers: { 'idempotency-key': 'cup' } })
const created = await create(before)
await before.send({ method: 'POST', url: '/api/products', body: { productId: 'elsewhere', mainImageUrl: foreign } })
await before.send({ method: 'POST', url: '/api/BusinessCustomer', body: { id: 'C', name: 'Café' } })
const added = await before.send({
  method: 'POST',
  url: '/api/BusinessCustomer/C/Assets/AddAsset',
  body: 'Terms',
  query: { fileName: 'terms.txt' },
  headers: { 'content-type': 'application/octet-stream' },
})

/** What a client sees of the addresses. */
const moved = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll('https://old.example/', 'https://new.example/shop/'))

t.test('given a new public base, when anything is read, then addresses of files have it and other addresses stay', async (t) => {
  t.match(created.body, {
    mainImageUrl: /^https:\/\/old\.example\/assets\/front\/photo\.png\?v=/,
    assets: [{ url: /^https:\/\/old\.example\// }, { url: foreign, externalUrl: foreign }],
    variants: [{ mainImageUrl: /^https:\/\/old\.example\/assets\/red\// }],
  })
  const read = async (url: string, query = {}) => (await after.send({ url, query })).body
  t.same(await read('/api/products/cup'), moved(created.body))
  t.same(await read('/api/products/cup/raw'), moved(created.body))
  t.equal((await read('/api/products/elsewhere')).mainImageUrl, foreign)
  t.same(await read('/api/products/Assets/GetAssets', { assetIds: ['front', 'mark'] }), moved(created.body.assets))
  t.same(await read('/api/BusinessCustomer/C'), moved(added.body))
  t.same(await read('/api/BusinessCustomer/C/Assets/GetAssets'), moved(added.body.assets))
  const search = await after.send({ method: 'POST', url: '/api/products/SearchProducts', body: { productIds: ['cup'] } })
  t.same(search.body.result, [moved(created.body)])
  const repeated = await create(after)
  t.equal(repeated.headers['idempotent-replayed'], 'true')
  t.same(repeated.body, moved(created.body), 'also in a response that is replayed for an idempotency key')
})

t.test('given a public base, when documents, events and responses are stored, then none contains the base', async (t) => {
  for (const table of ['product', 'product_version', 'business_customer', 'kit.idempotency_key', 'kit.event']) {
    const [row] = await before.database.query<{ count: number }>({
      text: `select count(*)::int as count from ${table} as stored where stored::text like '%old.example%'`,
    })
    t.equal(row?.count, 0, table)
  }
})

t.test('given a new public base, when a file is fetched at its new address, then it has the same tag and previews', async (t) => {
  const [{ url }] = moved(created.body.assets)
  const get = (address: string, headers = {}) =>
    after.app.inject({ url: address.replace('https://new.example/shop', ''), headers })
  const file = await get(url)
  t.match(file, { statusCode: 200, headers: { etag: `"${url.slice(-64)}"`, 'cache-control': /immutable/ } })
  t.same(file.rawPayload, photo)
  t.equal((await get(url, { 'if-none-match': `"${url.slice(-64)}"` })).statusCode, 304)
  t.match(await get(`${url}&size=160`), { statusCode: 200, headers: { 'content-type': 'image/webp' } })
})

t.test(
  'when a product is sent back as it was read, then it keeps its files and its stored addresses lose the base',
  async (t) => {
    const { body: read } = await after.send({ url: '/api/products/cup' })
    const written = await after.send({ method: 'PUT', url: '/api/products', body: read })
    t.equal(written.status, 200)
    t.same(written.body.assets, read.assets)
    const shared = { productId: 'shared', mainImageUrl: read.mainImageUrl }
    t.equal((await after.send({ method: 'POST', url: '/api/products', body: shared })).body.mainImageUrl, read.mainImageUrl)
    t.equal((await before.send({ url: '/api/products/shared' })).body.mainImageUrl, created.body.mainImageUrl)
  },
)

// Found in a review: they came back without the base, as an address that leads nowhere.
t.test('given unknown fields with addresses of stored files, when they are read, then they are as they were sent', async (t) => {
  const address = created.body.mainImageUrl
  const free = { imageUrl: address, url: address, URL: address, gallery: { url: address, list: [{ ImageUrl: address }] } }
  const properties = [
    { key: 'imageUrl', value: address },
    { key: 'url', value: address },
    { key: 'URL', value: address },
    { key: 'gallery', value: JSON.stringify(free.gallery) },
  ]
  const own = { productId: 'free', MAINIMAGEURL: address }
  const sent = await before.send({ method: 'POST', url: '/api/products', body: { ...own, ...free } })
  t.match(sent, { status: 201, body: { mainImageUrl: address, properties } })
  const { body: read } = await before.send({ url: '/api/products/free' })
  t.match((await before.send({ method: 'PUT', url: '/api/products', body: read })).body, { mainImageUrl: address, properties })
  t.equal((await after.send({ url: '/api/products/free' })).body.mainImageUrl, moved(address), 'a known field moves')
  const customer = { id: 'free', name: 'Free', ...free }
  await before.send({ method: 'POST', url: '/api/BusinessCustomer', body: customer })
  t.match((await before.send({ url: '/api/BusinessCustomer/free' })).body, { properties })
})

t.test('given events from before a move, when they are published, then they have the new base and name it', async (t) => {
  const { nats } = await testEvents(t)
  const publish = (base: string) => {
    const log = createLogger({ service: 'test', level: 'silent' })
    const relay = startOutboxRelay({ databaseUrl: after.database.url, nats, log, publicBase: base })
    t.teardown(() => relay.stop())
    return relay
  }
  const seen: { type: string; publicbase?: string; data: Record<string, never> }[] = []
  const subscription = nats.connection.subscribe('catalog.>', {
    callback: (_error, message) => void seen.push(JSON.parse(new TextDecoder().decode(message.data))),
  })
  t.teardown(() => subscription.unsubscribe())
  await nats.connection.flush()
  const waiting = (await after.events()).length
  t.ok(waiting > 0)
  publish('https://new.example/shop')
  await eventually(() => seen.length === waiting, 'all are published')
  t.notMatch(JSON.stringify(seen), /old\.example/)
  const of = (type: string, id: string) =>
    seen.find(({ type: found, data }) => found === type && Object.values(data).includes(id as never))
  t.match(of('catalog.product.created.v1', 'cup'), {
    publicbase: 'https://new.example/shop',
    data: {
      mainImageUrl: moved(created.body.mainImageUrl),
      skus: [{ skuId: 'cup-red', imageUrl: moved(created.body.variants[0].mainImageUrl) }],
    },
  })
  t.match(of('catalog.asset.stored.v1', 'front'), {
    publicbase: 'https://new.example/shop',
    data: { url: moved(created.body.assets[0].url) },
  })
  t.match(of('catalog.asset.stored.v1', 'mark'), { data: { url: foreign } })
  t.notOk('publicbase' in (of('catalog.product.created.v1', 'elsewhere') ?? {}), 'one without addresses of ours names no base')
})
