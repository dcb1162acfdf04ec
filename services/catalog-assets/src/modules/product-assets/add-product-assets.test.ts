import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
const red = await png('red')
const blue = await png('blue')
origin.files.set('/red.png', red).set('/blue.png', blue).set('/manual.txt', 'Read me.')
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const create = (body: object) => catalog.send({ method: 'POST', url: '/api/products', body })
const add = (code: string, body: unknown, more: { query?: Record<string, string>; headers?: Record<string, string> } = {}) =>
  catalog.send({ method: 'POST', url: `/api/products/Assets/AddAssets/${encodeURIComponent(code)}`, body, ...more })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body
const subjectEvents = async (subject: string) => (await catalog.events()).filter((event) => event.subject === subject)

t.test('given an asset with an external URL, when it is added, then it is downloaded, stored and published', async (t) => {
  await create({ productId: 'cup' })
  const added = await add('cup', [
    {
      externalUrl: `${origin.url}/red.png`,
      assetType: 'Photo',
      name: 'Front',
      description: 'From the front',
      altText: 'A cup',
      purpose: 'shop',
      sortOrder: 2,
      properties: [{ key: 'camera', value: 'x' }],
    },
  ])
  t.equal(added.status, 200)
  t.equal(added.body.length, 1)
  const [asset] = added.body
  t.match(asset, {
    assetId: /^[0-9a-f-]{36}$/,
    url: `http://shop.test/assets/${asset.assetId}/red.png?v=${sha256(red)}`,
    externalUrl: `${origin.url}/red.png`,
    fileName: 'red.png',
    name: 'Front',
    description: 'From the front',
    altText: 'A cup',
    purpose: 'shop',
    sortOrder: 2,
    isMainImage: false,
    assetType: 'Photo',
    contentType: 'image/png',
    length: red.length,
    created: /Z$/,
    modified: /Z$/,
    properties: [{ key: 'camera', value: 'x' }],
  })
  const product = await read('cup')
  t.same(product.assets, added.body)
  t.same([product.revision, added.headers.etag], [2, `"${product.versionId}"`])
  t.ok((await keysIn(catalog.store)).includes(sha256(red)))

  const published = await subjectEvents('cup')
  t.same(
    published.map(({ type, sequence }) => [type, sequence]),
    [
      ['catalog.product.created.v1', 1],
      ['catalog.product.updated.v1', 2],
    ],
  )
  const [stored] = await subjectEvents(asset.assetId)
  t.match(stored, {
    type: 'catalog.asset.stored.v1',
    sequence: 1,
    actor: 'test-client',
    data: { assetId: asset.assetId, productIds: ['cup'], url: asset.url, contentType: 'image/png', length: red.length },
  })
})

t.test('given a SKU as the code, when assets are added, then they go to the product or as asked to the variant', async (t) => {
  await create({ productId: 'shirt', variants: [{ skuId: 'shirt-s' }, { skuId: 'shirt-m' }] })
  const [own] = (await add('shirt-s', [{ externalUrl: `${origin.url}/red.png` }])).body
  const [ofVariant] = (await add('shirt-m', [{ externalUrl: `${origin.url}/blue.png` }], { query: { isAddedToVariant: 'TRUE' } }))
    .body
  const product = await read('shirt')
  t.same([product.assets.length, product.assets[0].assetId, own.parentId], [1, own.assetId, 'shirt'])
  t.same(
    product.variants.map(({ assets }: { assets: { assetId: string }[] }) => assets.map(({ assetId }) => assetId)),
    [[], [ofVariant.assetId]],
  )
  t.equal(ofVariant.parentId, 'shirt-m')
})

t.test('given an unknown product or variant, when assets are added, then it is 404 and nothing is downloaded', async (t) => {
  await create({ productId: 'plain' })
  const body = [{ externalUrl: `${origin.url}/never.png` }]
  t.match(await add('nobody', body), { status: 404, body: { error: 'NotFound' } })
  t.match(await add('plain', body, { query: { isAddedToVariant: 'true' } }), { status: 404, body: { error: 'NotFound' } })
  t.equal(origin.asked.get('/never.png'), undefined, 'nothing was downloaded for them')
})

t.test('given an asset with an existing id, when it is added, then it replaces all but created', async (t) => {
  await create({ productId: 'pot' })
  const [first] = (await add('pot', [{ assetId: 'pot-1', externalUrl: `${origin.url}/red.png`, name: 'Old', altText: 'old' }]))
    .body
  const [second] = (await add('pot', [{ assetId: 'pot-1', externalUrl: `${origin.url}/blue.png`, purpose: 'new' }])).body
  t.match(second, { assetId: 'pot-1', name: null, altText: null, purpose: 'new', fileName: 'blue.png', created: first.created })
  t.not(second.url, first.url)
  t.same((await read('pot')).assets, [second])
  t.same(
    (await subjectEvents('pot-1')).map(({ type, sequence }) => [type, sequence]),
    [
      ['catalog.asset.stored.v1', 1],
      ['catalog.asset.stored.v1', 2],
    ],
  )
  const [kept] = (await add('pot', [{ assetId: 'pot-1', name: 'Kept' }])).body
  t.match(kept, { name: 'Kept', purpose: null, url: second.url, length: blue.length, created: first.created })
})

t.test('given the id of another asset with a file, when an asset is added by it, then the file is shared', async (t) => {
  await create({ productId: 'lender' })
  await create({ productId: 'sharer' })
  const [lent] = (await add('lender', [{ assetId: 'shared-1', externalUrl: `${origin.url}/red.png` }])).body
  const before = origin.asked.get('/red.png')
  const [shared] = (await add('sharer', [{ assetId: 'shared-1' }])).body
  t.same([shared.url, shared.length, origin.asked.get('/red.png')], [lent.url, lent.length, before])
})

// Found in a review: the name was used for a new file and silently dropped for a stored one.
t.test('given a stored file, when another name is sent, then it is renamed and the name made safe', async (t) => {
  await create({ productId: 'named' })
  const externalUrl = `${origin.url}/red.png`
  await add('named', [{ assetId: 'named-1', externalUrl }])
  const [renamed] = (await add('named', [{ assetId: 'named-1', fileName: '../Front view.png' }])).body
  t.match(renamed, { fileName: 'Front view.png', url: /\/named-1\/Front%20view\.png\?v=/, externalUrl })
  t.equal((await catalog.send({ url: renamed.url.slice('http://shop.test'.length), as: null })).status, 200)
  const { versionId, ...product } = await read('named')
  const sent = { ...product, assets: [{ assetId: 'named-1', externalUrl, fileName: 'front.png' }] }
  const put = await catalog.send({ method: 'PUT', url: '/api/products', body: sent })
  t.match(put.body.assets, [{ fileName: 'front.png', url: /\/named-1\/front\.png\?v=/ }])
  t.equal((await add('named', [{ assetId: 'named-1' }])).body[0].fileName, 'front.png', 'without a name it keeps its own')
})

t.test('given an asset without an address, when it is added, then its id needs a file, and a link an address', async (t) => {
  await create({ productId: 'bare' })
  await add('bare', [{ assetId: 'only-a-link', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1' }])
  const cases = [
    [[{ name: 'x' }], '[0].externalUrl'],
    [[{ assetId: 'unheard-of' }], '[0].externalUrl'],
    [[{ assetId: 'only-a-link' }], '[0].externalUrl'],
    [[{ externalUrl: `${origin.url}/red.png` }, { externalUrl: '' }], '[1].externalUrl'],
    [[{ assetType: 'ExternalCertification' }], '[0].externalUrl'],
    [[{ assetType: 'ExternalCertification', externalUrl: 'javascript:alert(1)' }], '[0].externalUrl'],
    [
      [
        { assetId: 'a', externalUrl: `${origin.url}/red.png` },
        { assetId: 'a', externalUrl: `${origin.url}/red.png` },
      ],
      '[1].assetId',
    ],
    [[{ assetId: 'a\nb', externalUrl: `${origin.url}/red.png` }], '[0].assetId'],
    [[{ assetId: 'a'.repeat(101), externalUrl: `${origin.url}/red.png` }], '[0].assetId'],
    [[{ externalUrl: `${origin.url}/red.png`, sortOrder: 'first' }], '[0].sortOrder'],
    [[], ''],
  ] as const
  const before = await read('bare')
  for (const [body, path] of cases) {
    t.match(
      await add('bare', body),
      { status: 400, body: { error: 'ValidationFailed', errors: { [path]: [String] } } },
      JSON.stringify(body),
    )
  }
  t.same(await read('bare'), before)
})

t.test('given an asset that is only a link, when it is added, then it is not downloaded and keeps its URL', async (t) => {
  await create({ productId: 'eco' })
  const externalUrl = `${origin.url}/mark.png`
  const [mark] = (await add('eco', [{ assetId: 'MARK', assetType: 'ExternalCertification', externalUrl, name: 'Eco' }])).body
  t.match(mark, { url: externalUrl, externalUrl, contentType: null, length: 0, name: 'Eco' })
  t.equal(origin.asked.get('/mark.png'), undefined)
  t.match((await subjectEvents('MARK'))[0], {
    type: 'catalog.asset.stored.v1',
    data: { url: externalUrl, contentType: null, length: 0 },
  })
})

t.test('given a list of which one URL fails, then it is refused with the path and nothing of it stays', async (t) => {
  await create({ productId: 'whole' })
  const fresh = await png('#123456')
  origin.files.set('/fresh.png', fresh)
  const [before, events] = [await read('whole'), (await catalog.events()).length]
  const response = await add('whole', [
    { externalUrl: `${origin.url}/fresh.png` },
    { assetType: 'ExternalCertification', externalUrl: 'https://marks.example/2' },
    { externalUrl: `${origin.url}/missing.png` },
  ])
  t.match(response, {
    status: 400,
    body: { error: 'AssetDownloadFailed', message: /\[2\]\.externalUrl.*404/, errors: { '[2].externalUrl': [String] } },
  })
  t.same(await read('whole'), before)
  t.equal((await catalog.events()).length, events)
  t.same(await readdir(catalog.incomingFolder), [], 'no temporary file is left')
  t.notOk((await keysIn(catalog.store)).includes(sha256(fresh)), 'nor one in the store')

  const refused = await add('whole', [{ externalUrl: `${origin.url}/fresh.png` }, { externalUrl: 'http://192.168.0.1/x.png' }])
  t.match(refused, { status: 400, body: { error: 'AssetUrlNotAllowed', errors: { '[1].externalUrl': [String] } } })
  t.same(await read('whole'), before)
})

t.test('given a product with 249 assets, when more than one is added, then it is refused', async (t) => {
  await create({ productId: 'many' })
  const marks = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      assetId: `m-${from + i}`,
      assetType: 'ExternalCertification',
      externalUrl: 'https://m.example/',
    }))
  t.equal((await add('many', marks(0, 249))).status, 200)
  t.match(await add('many', marks(249, 2)), { status: 400, body: { error: 'ValidationFailed', message: /250/ } })
  t.match(await add('many', marks(0, 251)), { status: 400, body: { error: 'ValidationFailed' } })
  t.equal((await add('many', marks(248, 2))).status, 200, 'one of them replaces')
  t.equal((await read('many')).assets.length, 250)
})

t.test('given assets with sort orders, when they are added, then they are sorted and the last main image counts', async (t) => {
  await create({ productId: 'ordered', mainImageUrl: 'https://elsewhere.example/first.png' })
  t.equal(
    (await read('ordered')).mainImageUrl,
    'https://elsewhere.example/first.png',
    'what was sent, while there is no main image',
  )
  const externalUrl = `${origin.url}/red.png`
  await add('ordered', [
    { assetId: 'o-none', externalUrl },
    { assetId: 'o-2', externalUrl, sortOrder: 2, isMainImage: true },
    { assetId: 'o-1', externalUrl, sortOrder: 1, isMainImage: true },
  ])
  const product = await read('ordered')
  const shown = product.assets.map(({ assetId, isMainImage }: { assetId: string; isMainImage: boolean }) => [
    assetId,
    isMainImage,
  ])
  t.same(shown, [
    ['o-1', true],
    ['o-2', false],
    ['o-none', false],
  ])
  t.equal(product.mainImageUrl, product.assets[0].url)
})

t.test('given another version in If-Match, when assets are added, then it is 412 and nothing is downloaded', async (t) => {
  const { versionId } = (await create({ productId: 'guarded' })).body
  const body = [{ externalUrl: `${origin.url}/guarded.png` }]
  origin.files.set('/guarded.png', red)
  t.match(await add('guarded', body, { headers: { 'if-match': '"another"' } }), {
    status: 412,
    body: { error: 'VersionConflict', currentVersionId: versionId },
  })
  t.equal(origin.asked.get('/guarded.png'), undefined)
  t.equal((await add('guarded', body, { headers: { 'if-match': `"${versionId}"` } })).status, 200)
})

t.test('given a repeated Idempotency-Key, when assets are added, then the first response is returned', async (t) => {
  await create({ productId: 'keyed' })
  const headers = { 'idempotency-key': 'add-once' }
  const body = [{ externalUrl: `${origin.url}/red.png` }]
  const first = await add('keyed', body, { headers })
  const again = await add('keyed', body, { headers })
  t.same([first.status, again.status, again.headers['idempotent-replayed']], [200, 200, 'true'])
  t.same(again.body, first.body)
  t.equal((await read('keyed')).assets.length, 1)
  t.equal((await add('keyed', [], { headers })).status, 422)
})

t.test('given one asset id, when it is added concurrently, then there is one asset and events without a gap', async (t) => {
  await create({ productId: 'race' })
  const responses = await Promise.all(
    ['red', 'blue', 'red', 'blue', 'red'].map((name) =>
      add('race', [{ assetId: 'raced', externalUrl: `${origin.url}/${name}.png`, name }]),
    ),
  )
  t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
  const { assets, revision } = await read('race')
  t.same([assets.length, revision], [1, 6])
  const published = await subjectEvents('raced')
  t.same(
    published.map(({ sequence }) => sequence),
    published.map((_, index) => index + 1),
  )
  t.equal(published.at(-1)?.data.url, assets[0].url)
})
