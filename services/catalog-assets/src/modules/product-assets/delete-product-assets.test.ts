import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
for (const colour of ['red', 'blue', 'green', 'black']) origin.files.set(`/${colour}.png`, await png(colour))
const at = (colour: string) => `${origin.url}/${colour}.png`

const create = (body: object) => catalog.send({ method: 'POST', url: '/api/products', body })
const add = (code: string, body: unknown, query: Record<string, string> = {}) =>
  catalog.send({ method: 'POST', url: `/api/products/Assets/AddAssets/${code}`, body, query })
const remove = (assetIds: string[], headers: Record<string, string> = {}) =>
  catalog.send({ method: 'DELETE', url: '/api/products/Assets/DeleteAssets', query: { assetIds }, headers })
const get = (assetIds: string[]) => catalog.send({ url: '/api/products/Assets/GetAssets', query: { assetIds } })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body
const assetIds = (assets: { assetId: string }[]) => assets.map(({ assetId }) => assetId)
/** The keys of a content that are in the store after the removal of unused files. */
async function stored(asset: { url: string }): Promise<number> {
  while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
  return (await keysIn(catalog.store)).filter((key) => key.startsWith(asset.url.slice(-64))).length
}

t.test('given ids of assets, when they are read, then they are in the order of the ids, once for each product', async (t) => {
  await create({ productId: 'g-1' })
  await create({ productId: 'g-2' })
  await add('g-1', [
    { assetId: 'ga', externalUrl: at('red') },
    { assetId: 'gb', externalUrl: at('red') },
  ])
  await add('g-2', [{ assetId: 'ga', name: 'Shared' }])
  const found = await get(['gb', 'unknown', 'ga', 'gb'])
  t.equal(found.status, 200)
  t.equal(found.headers['cache-control'], 'no-store')
  t.same(
    found.body.map(({ assetId, parentId }: Record<string, string>) => [assetId, parentId]),
    [
      ['gb', 'g-1'],
      ['ga', 'g-1'],
      ['ga', 'g-2'],
    ],
  )
  t.match((await get(['ga'])).body, [{ name: null }, { name: 'Shared' }])
  t.match(await get([]), { status: 404, body: { error: 'NotFound' } })
  t.match(await get(['']), { status: 404 })
  t.match(await get(['unknown']), { status: 404 })
  t.match(await catalog.send({ url: '/API/Products/assets/getassets?ASSETIDS=ga' }), { status: 200 })
})

t.test('given an asset of several products, when it is deleted, then all lose it and the store its files', async (t) => {
  await create({ productId: 'd-1', variants: [{ skuId: 'd-1-s' }] })
  await create({ productId: 'd-2' })
  const [asset] = (await add('d-1', [{ assetId: 'da', externalUrl: at('blue') }])).body
  await add('d-1-s', [{ assetId: 'da' }], { isAddedToVariant: 'true' })
  await add('d-2', [{ assetId: 'da' }])
  t.equal(await stored(asset), 3, 'the file and two previews')

  const deleted = await remove(['da', 'unknown'])
  t.same([deleted.status, deleted.text], [200, ''])
  t.same([(await read('d-1')).assets, (await read('d-1')).variants[0].assets, (await read('d-2')).assets], [[], [], []])
  t.equal(await stored(asset), 0)
  t.match((await get(['da'])).status, 404)
  const events = await catalog.events()
  t.match(
    events.findLast(({ subject }) => subject === 'da'),
    {
      type: 'catalog.asset.deleted.v1',
      sequence: 4,
      data: { assetId: 'da', productIds: ['d-1', 'd-2'], url: asset.url, contentType: 'image/png', length: asset.length },
    },
  )
  t.match(
    events.filter(({ subject }) => subject === 'd-1').map(({ sequence }) => sequence),
    [1, 2, 3, 4],
  )

  const [again] = (await add('d-2', [{ assetId: 'da', externalUrl: at('blue') }])).body
  t.equal(await stored(again), 3)
  t.equal((await catalog.events()).findLast(({ subject }) => subject === 'da')?.sequence, 5, 'the numbers of its events go on')
})

t.test('given two assets with one file, when they are deleted, then the file goes with the last one', async (t) => {
  await create({ productId: 'k-1' })
  const [one, two] = (
    await add('k-1', [
      { assetId: 'k-a', externalUrl: at('green') },
      { assetId: 'k-b', externalUrl: at('green') },
    ])
  ).body
  t.equal(one.url.slice(-64), two.url.slice(-64), 'equal content is stored once')
  await remove(['k-a'])
  t.equal(await stored(two), 3)
  await remove(['k-b'])
  t.equal(await stored(two), 0)
})

t.test('given an asset that is a link, when it is deleted, then it leaves the products and the store is unchanged', async (t) => {
  await create({ productId: 'l-1' })
  await add('l-1', [{ assetId: 'l-mark', assetType: 'ExternalCertification', externalUrl: at('black') }])
  const before = await keysIn(catalog.store)
  t.equal((await remove(['l-mark'])).status, 200)
  t.same((await read('l-1')).assets, [])
  t.same(await keysIn(catalog.store), before)
})

t.test('given no ids, unknown ids or a stale version, when assets are deleted, then it is 400, 404 or 412', async (t) => {
  await create({ productId: 'n-1' })
  await add('n-1', [{ assetId: 'n-a', externalUrl: at('red') }])
  t.match(await remove([]), { status: 400, body: { error: 'ValidationFailed', errors: { assetIds: [String] } } })
  t.match(await remove(['unknown']), { status: 404, body: { error: 'NotFound' } })
  t.match(await remove(['n-a'], { 'if-match': '"other"' }), { status: 412 })
  t.equal((await remove(['n-a'], { 'if-match': `"${(await read('n-1')).versionId}"` })).status, 200)
})

t.test('given a main image, when it is deleted, then the next in sort order becomes main', async (t) => {
  await create({ productId: 'main' })
  const externalUrl = at('red')
  await add('main', [
    { assetId: 'ma', externalUrl, sortOrder: 1, isMainImage: true },
    { assetId: 'mc', externalUrl, sortOrder: 3 },
    { assetId: 'mb', externalUrl, sortOrder: 2 },
  ])
  await remove(['ma'])
  const product = await read('main')
  t.match(product.assets, [
    { assetId: 'mb', isMainImage: true },
    { assetId: 'mc', isMainImage: false },
  ])
  t.equal(product.mainImageUrl, product.assets[0].url)
  await remove(['mb', 'mc'])
  t.equal((await read('main')).mainImageUrl, null)
})

t.test('given a variant or product with assets, when it is removed, then its assets are deleted', async (t) => {
  await create({ productId: 'v-1', variants: [{ skuId: 'v-1-a' }, { skuId: 'v-1-b' }] })
  const [asset] = (await add('v-1-a', [{ assetId: 'va', externalUrl: at('green') }], { isAddedToVariant: 'true' })).body
  await catalog.send({ method: 'PUT', url: '/api/products', body: { productId: 'v-1', variants: [{ skuId: 'v-1-b' }] } })
  t.equal((await get(['va'])).status, 404)
  t.equal(await stored(asset), 0)
  t.match(
    (await catalog.events()).findLast(({ subject }) => subject === 'va'),
    { type: 'catalog.asset.deleted.v1' },
  )

  const [other] = (await add('v-1', [{ assetId: 'vb', externalUrl: at('green') }])).body
  t.equal((await catalog.send({ method: 'DELETE', url: '/api/products/v-1' })).status, 204)
  t.equal(await stored(other), 0)
  t.match(
    (await catalog.events()).findLast(({ subject }) => subject === 'vb'),
    { type: 'catalog.asset.deleted.v1', data: { productIds: ['v-1'] } },
  )
})

t.test(
  'given a download for an asset, when the asset is deleted meanwhile, then the result is that of one order of the two',
  async (t) => {
    await create({ productId: 'slow' })
    await add('slow', [{ assetId: 'sl', externalUrl: at('red'), name: 'Old' }])
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const content = await png('purple')
    origin.files.set('/slow.png', async (_request, response) => {
      started.resolve()
      await finish.promise
      response.end(content)
    })
    const adding = add('slow', [{ assetId: 'sl', externalUrl: `${origin.url}/slow.png` }])
    await started.promise
    t.equal((await remove(['sl'])).status, 200, 'no lock is held while a file is downloaded')
    finish.resolve()
    const added = await adding
    t.equal(added.status, 200)
    t.same(assetIds((await read('slow')).assets), ['sl'])
    t.equal(await stored(added.body[0]), 3)
  },
)

t.test('given assets with equal content, when they are added and deleted concurrently, then no file is lost', async (t) => {
  for (const productId of ['e-1', 'e-2', 'e-3']) await create({ productId })
  for (let round = 0; round < 6; round++) {
    const ids = ['e-1', 'e-2', 'e-3']
    await Promise.all(
      ids.flatMap((id) => [
        add(id, [{ assetId: `${id}-a`, externalUrl: at('blue') }]),
        removeReleased({ ...catalog.database, store: catalog.store }),
      ]),
    )
    const gone = ids.filter((_, index) => index !== round % 3).map((id) => `${id}-a`)
    await Promise.all([remove(gone), removeReleased({ ...catalog.database, store: catalog.store })])
    const [left] = (await read(ids[round % 3] as string)).assets
    t.equal(await stored(left), 3, `round ${round}`)
  }
})
