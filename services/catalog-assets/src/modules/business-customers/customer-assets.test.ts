import { readdir } from 'node:fs/promises'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
const red = await png('red')
origin.files.set('/red.png', red).set('/blue.png', await png('blue'))
const at = (name: string) => `${origin.url}/${name}.png`

const save = (body: object, headers: Record<string, string> = {}) =>
  catalog.send({ method: 'POST', url: '/api/BusinessCustomer', body, headers })
const read = async (id: string) => (await catalog.send({ url: `/api/BusinessCustomer/${encodeURIComponent(id)}` })).body
const call = (
  id: string,
  suffix: string,
  request: {
    method?: 'GET' | 'POST' | 'DELETE'
    body?: unknown
    query?: Record<string, string | string[]>
    headers?: Record<string, string>
  } = {},
) => catalog.send({ method: 'POST', ...request, url: `/api/BusinessCustomer/${encodeURIComponent(id)}/Assets/${suffix}` })
const get = (id: string, assetIds?: string[]) =>
  call(id, 'GetAssets', { method: 'GET', ...(assetIds === undefined ? {} : { query: { assetIds } }) })
const upload = (
  id: string,
  body: Buffer | string,
  more: { query?: Record<string, string>; headers?: Record<string, string> } = {},
) =>
  call(id, 'AddAsset', {
    body,
    query: more.query ?? {},
    headers: { 'content-type': 'application/octet-stream', ...more.headers },
  })

t.test('given a customer, when it is saved twice and read, then it is created with 201 and replaced with 200', async (t) => {
  const created = await save({ id: 'ACME', name: 'Acme', vatNumber: 'NO 1' })
  t.match(created, {
    status: 201,
    body: { id: 'ACME', name: 'Acme', assets: { length: 0 }, properties: [{ key: 'vatNumber', value: 'NO 1' }] },
  })
  t.equal(created.headers.location, '/api/BusinessCustomer/ACME')
  t.same(await read('ACME'), created.body)
  const replaced = await save({ ID: 'ACME', Name: 'Acme AS' })
  t.match(replaced, { status: 200, body: { name: 'Acme AS', created: created.body.created, properties: [{ key: 'vatNumber' }] } })
  t.same(await read('ACME'), replaced.body)
  t.match((await save({ id: 'ACME' })).body, { name: 'Acme AS' }, 'what is not sent stays')
  t.match(await save({ name: 'x' }), { status: 400, body: { errors: { id: [String] } } })
  t.match(await catalog.send({ url: '/api/businesscustomer/nobody' }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given concurrent creations of one id, then one is 201 and the others 200', async (t) => {
  const responses = await Promise.all([1, 2, 3, 4].map((n) => save({ id: 'RACE', name: `n${n}` })))
  t.same(responses.map(({ status }) => status).sort(), [200, 200, 200, 201])
})

t.test('given a customer, when its assets are added, updated and deleted, then they act as those of products', async (t) => {
  await save({ id: 'C', name: 'Customer' })
  const added = await call('C', 'AddAssets', {
    body: [
      { assetId: 'logo', externalUrl: at('red'), name: 'Logo', sortOrder: 1, isMainImage: true },
      { assetId: 'mark', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1' },
    ],
  })
  t.match(added, {
    status: 200,
    body: {
      id: 'C',
      name: 'Customer',
      assets: [
        { assetId: 'logo', fileName: 'red.png', parentId: 'C' },
        { assetId: 'mark', length: 0 },
      ],
    },
  })
  t.same(await read('C'), added.body)

  const list = await get('C')
  t.same([list.status, list.body, list.headers['cache-control']], [200, added.body.assets, 'no-store'])
  t.match((await get('C', ['mark', 'unknown'])).body, [{ assetId: 'mark' }])
  t.match(await get('C', ['unknown']), { status: 404 })

  const updated = await call('C', 'UpdateAssets', { body: [{ assetId: 'logo', name: '', altText: 'Acme' }] })
  t.match(updated, { status: 200, body: { assets: [{ assetId: 'logo', name: null, altText: 'Acme' }, {}] } })
  t.match(await call('C', 'UpdateAssets', { body: [{ assetId: 'logo', name: 'x' }, { assetId: 'unknown' }] }), { status: 404 })
  t.match(await call('C', 'UpdateAssets', { body: [] }), { status: 404 })
  t.same(await read('C'), updated.body)

  const file = await catalog.app.inject(updated.body.assets[0].url.replace('http://shop.test', ''))
  t.same([file.statusCode, file.rawPayload], [200, red])

  t.match(await call('C', 'DeleteAssets', { method: 'DELETE' }), { status: 400, body: { errors: { assetIds: [String] } } })
  t.match(await call('C', 'DeleteAssets', { method: 'DELETE', query: { assetIds: 'unknown' } }), { status: 404 })
  const deleted = await call('C', 'DeleteAssets', { method: 'DELETE', query: { assetIds: ['logo', 'unknown'] } })
  t.match(deleted, { status: 200, body: { id: 'C', assets: [{ assetId: 'mark', isMainImage: false }] } })
  while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
  t.same(await keysIn(catalog.store), [])
  const published = (await catalog.events()).filter(({ subject }) => subject === 'logo')
  t.match(published, [
    { type: 'catalog.asset.stored.v1', sequence: 1, data: { productIds: { length: 0 } } },
    { type: 'catalog.asset.deleted.v1', sequence: 2, data: { productIds: { length: 0 } } },
  ])
})

t.test('given a customer with assets, when it is saved, then its assets stay', async (t) => {
  await save({ id: 'KEEP' })
  const { assets } = (await call('KEEP', 'AddAssets', { body: [{ externalUrl: at('red') }] })).body
  t.same((await save({ id: 'KEEP', name: 'New', assets: [] })).body.assets, assets)
})

t.test('given raw bytes, when they are uploaded for a customer, then they become an asset, and no body is 400', async (t) => {
  await save({ id: 'RAW' })
  const added = await upload('RAW', red, { query: { fileName: 'logo.png' } })
  t.match(added, {
    status: 200,
    body: { id: 'RAW', assets: [{ fileName: 'logo.png', contentType: 'image/png', length: red.length }] },
  })
  t.match(await upload('RAW', ''), { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await upload('nobody', red), { status: 404 })
  const headers = { 'idempotency-key': 'customer-upload' }
  const first = await upload('RAW', red, { headers })
  t.same((await upload('RAW', red, { headers })).body, first.body)
  t.equal((await read('RAW')).assets.length, 2)
  t.same(await readdir(catalog.incomingFolder), [])
})

t.test('given an unknown customer, when its assets are called, then it is 404 and nothing is downloaded', async (t) => {
  const body = [{ assetId: 'a', externalUrl: at('never') }]
  t.match(await get('nobody'), { status: 404 })
  t.match(await call('nobody', 'AddAssets', { body }), { status: 404 })
  t.match(await call('nobody', 'UpdateAssets', { body }), { status: 404 })
  t.match(await call('nobody', 'DeleteAssets', { method: 'DELETE', query: { assetIds: 'a' } }), { status: 404 })
  t.equal(origin.asked.get('/never.png'), undefined)
})

t.test('given a list of assets, when one download fails, then nothing of the customer changes', async (t) => {
  await save({ id: 'WHOLE' })
  const before = await read('WHOLE')
  const response = await call('WHOLE', 'AddAssets', { body: [{ externalUrl: at('blue') }, { externalUrl: at('missing') }] })
  t.match(response, { status: 400, body: { error: 'AssetDownloadFailed', errors: { '[1].externalUrl': [String] } } })
  t.match(await call('WHOLE', 'AddAssets', { body: [{ name: 'x' }] }), {
    status: 400,
    body: { errors: { '[0].externalUrl': [String] } },
  })
  t.match(await call('WHOLE', 'AddAssets', { body: [] }), { status: 400 })
  t.same(await read('WHOLE'), before)
})

t.test('given one customer, when assets are added concurrently, then all are added', async (t) => {
  await save({ id: 'BUSY' })
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => call('BUSY', 'AddAssets', { body: [{ assetId: `b-${n}`, externalUrl: at('red') }] })),
  )
  t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
  t.equal((await read('BUSY')).assets.length, 5)
})
