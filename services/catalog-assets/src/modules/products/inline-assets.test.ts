import { readdir } from 'node:fs/promises'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
origin.files.set('/red.png', await png('red')).set('/blue.png', await png('blue'))
const at = (name: string) => `${origin.url}/${name}.png`
const asked = (name: string) => origin.asked.get(`/${name}.png`) ?? 0

const create = (body: unknown, headers: Record<string, string> = {}) =>
  catalog.send({ method: 'POST', url: '/api/products', body, headers })
const update = (body: unknown) => catalog.send({ method: 'PUT', url: '/api/products', body })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body

t.test('given assets of a product and its variants, when it is created, then they are stored and published', async (t) => {
  const { status, body } = await create({
    productId: 'cup',
    assets: [
      { externalUrl: at('red'), isMainImage: true, name: 'Front' },
      { assetId: 'MARK', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1' },
    ],
    variants: [
      { skuId: 'cup-s', assets: [{ assetId: 'cup-s-1', externalUrl: at('blue'), isMainImage: true }] },
      { skuId: 'cup-m' },
    ],
  })
  t.equal(status, 201)
  t.match(body.assets, [
    { name: 'Front', fileName: 'red.png', isMainImage: true, contentType: 'image/png', url: /^http:\/\/shop\.test\/assets\// },
    { assetId: 'MARK', url: 'https://marks.example/1', length: 0 },
  ])
  t.match(body.variants, [{ assets: [{ assetId: 'cup-s-1', parentId: 'cup-s' }] }, { assets: { length: 0 } }])
  t.same([body.mainImageUrl, body.variants[0].mainImageUrl], [body.assets[0].url, body.variants[0].assets[0].url])
  t.same(await read('cup'), body)
  const events = await catalog.events()
  t.match(
    events.find(({ subject }) => subject === 'cup'),
    { type: 'catalog.product.created.v1', data: { mainImageUrl: body.mainImageUrl } },
  )
  t.match(
    events.find(({ subject }) => subject === 'cup-s-1'),
    { type: 'catalog.asset.stored.v1', data: { productIds: ['cup'] } },
  )
})

t.test('given a sent mainImageUrl, when there is no main image, then it stays, else it follows the main image', async (t) => {
  const mainImageUrl = 'https://cdn.example/main.jpg'
  t.equal((await create({ productId: 'sent', mainImageUrl })).body.mainImageUrl, mainImageUrl)
  t.equal(
    (await update({ productId: 'sent', mainImageUrl, assets: [{ externalUrl: at('red') }] })).body.mainImageUrl,
    mainImageUrl,
  )
  const withMain = (await update({ productId: 'sent', mainImageUrl, assets: [{ externalUrl: at('red'), isMainImage: true }] }))
    .body
  t.equal(withMain.mainImageUrl, withMain.assets[0].url)
  t.equal(
    (await update({ productId: 'sent', name: 'Sent' })).body.mainImageUrl,
    withMain.assets[0].url,
    'it follows the main image',
  )
  t.equal((await update({ ...withMain, assets: [] })).body.mainImageUrl, null, 'and goes with it')
})

t.test('given an asset with the same external URL, when the product is updated, then it is not downloaded again', async (t) => {
  const first = (await create({ productId: 'same', assets: [{ assetId: 's-1', externalUrl: at('red'), name: 'A' }] })).body
  const before = asked('red')
  const kept = (await update({ productId: 'same', assets: [{ assetId: 's-1', externalUrl: at('red'), name: 'B' }] })).body
  t.match(kept.assets, [{ name: 'B', url: first.assets[0].url, created: first.assets[0].created }])
  const byAddress = (await update({ productId: 'same', assets: [{ externalUrl: at('red'), name: 'C' }] })).body
  t.match(byAddress.assets, [{ assetId: 's-1', name: 'C', url: first.assets[0].url }], 'the address identifies it')
  const back = (await update(byAddress)).body
  t.same(back.assets, byAddress.assets, 'sent back as it was read it does not change at all')
  t.equal(asked('red'), before)

  const changed = (await update({ productId: 'same', assets: [{ assetId: 's-1', externalUrl: at('blue') }] })).body
  t.match(changed.assets, [{ assetId: 's-1', fileName: 'blue.png', name: null, created: first.assets[0].created }])
})

t.test('given lists of assets, when a product is updated, then unsent ones stay and empty ones remove their files', async (t) => {
  const stored = (
    await create({
      productId: 'lists',
      assets: [{ assetId: 'l-1', externalUrl: at('red') }],
      variants: [{ skuId: 'lists-s', assets: [{ assetId: 'l-2', externalUrl: at('blue') }] }],
    })
  ).body
  const renamed = (await update({ productId: 'lists', name: 'Lists', assets: null, variants: [{ skuId: 'lists-s', name: 'S' }] }))
    .body
  t.same([renamed.assets, renamed.variants[0].assets], [stored.assets, stored.variants[0].assets])
  const cleared = (await update({ productId: 'lists', assets: [], variants: [{ skuId: 'lists-s', assets: [] }] })).body
  t.same([cleared.assets, cleared.variants[0].assets], [[], []])
  t.match(
    (await catalog.events()).findLast(({ subject }) => subject === 'l-1'),
    { type: 'catalog.asset.deleted.v1', sequence: 2 },
  )
})

t.test('given a failing URL, no URL or a duplicate id, when a product is saved, then nothing is written', async (t) => {
  await create({ productId: 'taken' })
  const fresh = await png('#445566')
  origin.files.set('/fresh.png', fresh)
  const before = [await keysIn(catalog.store), (await catalog.events()).length]
  const cases = [
    [
      { productId: 'bad', assets: [{ externalUrl: at('fresh') }, { externalUrl: at('missing') }] },
      'AssetDownloadFailed',
      'assets[1].externalUrl',
    ],
    [
      { productId: 'bad', variants: [{ skuId: 'bad-s', assets: [{ externalUrl: 'http://10.0.0.1/' }] }] },
      'AssetUrlNotAllowed',
      'variants[0].assets[0].externalUrl',
    ],
    [{ productId: 'bad', assets: [{ name: 'x' }] }, 'ValidationFailed', 'assets[0].externalUrl'],
    [{ productId: 'bad', assets: [{ assetType: 'ExternalCertification' }] }, 'ValidationFailed', 'assets[0].externalUrl'],
    [
      {
        productId: 'bad',
        assets: [
          { assetId: 'x', externalUrl: at('red') },
          { assetId: 'x', externalUrl: at('red') },
        ],
      },
      'ValidationFailed',
      'assets[1].assetId',
    ],
  ] as const
  for (const [body, error, path] of cases)
    t.match(await create(body), { status: 400, body: { error, errors: { [path]: [String] } } }, path)
  t.equal((await catalog.send({ url: '/api/products/bad' })).status, 404)
  const seen = asked('fresh')
  t.equal((await create({ productId: 'taken', assets: [{ externalUrl: at('fresh') }] })).status, 409)
  t.equal(asked('fresh'), seen, 'nothing is downloaded for a product that cannot be created')
  while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
  t.same([await keysIn(catalog.store), (await catalog.events()).length], before)
  t.same(await readdir(catalog.incomingFolder), [])
})

t.test('given a repeated Idempotency-Key, when a product with assets is created, then nothing more is created', async (t) => {
  const headers = { 'idempotency-key': 'inline' }
  const body = { productId: 'keyed', assets: [{ externalUrl: at('red') }] }
  const [first, again] = [await create(body, headers), await create(body, headers)]
  t.same([first.status, again.status, again.headers['idempotent-replayed']], [201, 201, 'true'])
  t.same(again.body, first.body)
})

t.test('given a main image, when a replacing list leaves it out, then another becomes main', async (t) => {
  const assets = [
    { assetId: 'r-1', externalUrl: at('red'), isMainImage: true, sortOrder: 1 },
    { assetId: 'r-2', externalUrl: at('blue'), sortOrder: 2 },
  ]
  await create({ productId: 'heir', assets })
  t.match((await update({ productId: 'heir', assets: assets.slice(1) })).body.assets, [{ assetId: 'r-2', isMainImage: true }])
})
