import { readdir } from 'node:fs/promises'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
origin.files.set('/red.png', await png('red')).set('/blue.png', await png('blue'))
const red = `${origin.url}/red.png`
const blue = `${origin.url}/blue.png`

const create = (body: object) => catalog.send({ method: 'POST', url: '/api/products', body })
const add = (code: string, body: unknown, query: Record<string, string> = {}) =>
  catalog.send({ method: 'POST', url: `/api/products/Assets/AddAssets/${code}`, body, query })
const update = (body: unknown, headers: Record<string, string> = {}) =>
  catalog.send({ method: 'POST', url: '/api/products/Assets/UpdateAssets', body, headers })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body
const asset = async (productId: string, assetId: string) =>
  (await read(productId)).assets.find((asset: { assetId: string }) => asset.assetId === assetId)
const contentHash = (asset: { url: string }) => asset.url.slice(-64)

t.test('given an asset, when some fields are updated, then they change as documented and the others stay', async (t) => {
  await create({ productId: 'cup' })
  const sent = { name: 'N', description: 'D', altText: 'A', purpose: 'P', sortOrder: 3, properties: [{ key: 'a', value: '1' }] }
  const [before] = (await add('cup', [{ assetId: 'cup-1', externalUrl: red, ...sent }])).body

  const renamed = await update([{ assetId: 'cup-1', name: 'New' }])
  t.equal(renamed.status, 200)
  t.match(renamed.body, [{ ...before, name: 'New', modified: String }])
  t.equal(renamed.headers.etag, `"${(await read('cup')).versionId}"`)

  const cleared = (await update([{ assetId: 'cup-1', name: '', description: '', altText: '', purpose: '' }])).body[0]
  t.match(cleared, { name: null, description: null, altText: null, purpose: null, sortOrder: 3 })

  t.equal((await update([{ assetId: 'cup-1', sortOrder: 0 }])).body[0].sortOrder, 0)
  t.equal((await update([{ assetId: 'cup-1', sortOrder: -7 }])).body[0].sortOrder, -7)
  const { properties } = (await update([{ assetId: 'cup-1', properties: [{ key: 'b', value: '2' }] }])).body[0]
  t.same(properties, [{ key: 'b', keyGroup: null, value: '2', valueType: null }], 'the whole list is replaced')
  t.same((await update([{ assetId: 'cup-1', properties: null }])).body[0].properties, properties, 'null is not sent')
  t.same((await update([{ assetId: 'cup-1', properties: [] }])).body[0].properties, [])
  t.equal((await asset('cup', 'cup-1')).created, before.created)
})

t.test('given a new external URL, when an asset is updated, then it is downloaded with forceUpload only', async (t) => {
  await create({ productId: 'moved' })
  const [before] = (await add('moved', [{ assetId: 'moved-1', externalUrl: red }])).body
  const asked = origin.asked.get('/blue.png')

  const [pointed] = (await update([{ assetId: 'moved-1', externalUrl: blue }])).body
  t.match(pointed, { externalUrl: blue, url: before.url, fileName: 'red.png', length: before.length })
  t.equal(origin.asked.get('/blue.png'), asked, 'nothing was downloaded')

  const [uploaded] = (await update([{ assetId: 'moved-1', externalUrl: blue, forceUpload: true }])).body
  t.match(uploaded, { externalUrl: blue, fileName: 'blue.png', forceUpload: null, created: before.created })
  t.not(contentHash(uploaded), contentHash(before))
  const seen = origin.asked.get('/blue.png')
  await update([{ assetId: 'moved-1', forceUpload: true }])
  t.equal(origin.asked.get('/blue.png'), seen, 'without a URL there is nothing to upload')

  while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
  t.ok((await keysIn(catalog.store)).includes(contentHash(uploaded)))
})

// Found in a review: without a download the address was not checked, which back-office tools show
// as a link.
t.test('given an external URL that is only stored, when it is not http or https, then it is refused', async (t) => {
  await create({ productId: 'pointed' })
  const [before] = (await add('pointed', [{ assetId: 'pointed-1', externalUrl: red }])).body
  for (const externalUrl of ['javascript:alert(1)', 'file:///etc/passwd', 'red.png'])
    t.match(await update([{ assetId: 'pointed-1', externalUrl }]), {
      status: 400,
      body: { error: 'ValidationFailed', errors: { '[0].externalUrl': [String] } },
    })
  t.same(await asset('pointed', 'pointed-1'), before)
})

t.test('given a list with a forced upload that fails, then nothing of the list is changed', async (t) => {
  await create({ productId: 'steady' })
  await add('steady', [
    { assetId: 's-1', externalUrl: red },
    { assetId: 's-2', externalUrl: red },
  ])
  const before = await read('steady')
  const response = await update([
    { assetId: 's-1', name: 'Changed' },
    { assetId: 's-2', externalUrl: `${origin.url}/missing.png`, forceUpload: true },
  ])
  t.match(response, { status: 400, body: { error: 'AssetDownloadFailed', errors: { '[1].externalUrl': [String] } } })
  t.same(await read('steady'), before)
  t.same(await readdir(catalog.incomingFolder), [])
})

t.test('given an asset that is a link, when its external URL changes, then its url changes too', async (t) => {
  await create({ productId: 'linked' })
  await add('linked', [{ assetId: 'link', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1' }])
  for (const externalUrl of ['https://marks.example/2', 'https://marks.example/3']) {
    const forceUpload = externalUrl.endsWith('3')
    t.match((await update([{ assetId: 'link', externalUrl, forceUpload }])).body[0], { url: externalUrl, externalUrl })
  }
  t.match(await update([{ assetId: 'link', externalUrl: 'file:///etc/passwd' }]), { status: 400 })
})

t.test('given a stored asset or a link, when its type is changed, then it becomes the other', async (t) => {
  await create({ productId: 'changing' })
  await add('changing', [{ assetId: 'chg', externalUrl: red }])
  t.match((await update([{ assetId: 'chg', assetType: 'ExternalCertification' }])).body[0], {
    url: red,
    contentType: null,
    length: 0,
  })
  t.match(await update([{ assetId: 'chg', assetType: 'Photo' }]), {
    status: 400,
    body: { errors: { '[0].externalUrl': [String] } },
  })
  const [back] = (await update([{ assetId: 'chg', assetType: 'Photo', externalUrl: red, forceUpload: true }])).body
  t.match(back, { assetType: 'Photo', contentType: 'image/png', url: /^http:\/\/shop\.test\/assets\/chg\/red\.png\?v=/ })
})

t.test('given an asset of several products, when it is updated, then each product has its own version and event', async (t) => {
  const mark = { assetId: 'MARK', assetType: 'ExternalCertification', externalUrl: 'https://marks.example/eco' }
  for (const productId of ['m-1', 'm-2']) {
    await create({ productId })
    await add(productId, [mark])
  }
  await create({ productId: 'm-3', variants: [{ skuId: 'm-3-s' }] })
  await add('m-3-s', [mark], { isAddedToVariant: 'true' })

  const updated = await update([{ assetId: 'MARK', externalUrl: 'https://marks.example/new', name: 'Eco' }])
  t.same(
    updated.body.map(({ parentId, name, url }: Record<string, string>) => [parentId, name, url]),
    ['m-1', 'm-2', 'm-3-s'].map((code) => [code, 'Eco', 'https://marks.example/new']),
  )
  for (const productId of ['m-1', 'm-2', 'm-3']) t.equal((await read(productId)).revision, 3, productId)
  t.equal((await read('m-3')).variants[0].assets[0].name, 'Eco')
  const events = await catalog.events()
  for (const productId of ['m-1', 'm-2', 'm-3']) {
    const published = events.filter(({ subject }) => subject === productId).map(({ sequence }) => sequence)
    t.same(published, [1, 2, 3], productId)
  }
  t.match(
    events.findLast(({ subject }) => subject === 'MARK'),
    {
      type: 'catalog.asset.stored.v1',
      sequence: 4,
      data: { productIds: ['m-1', 'm-2', 'm-3'], url: 'https://marks.example/new' },
    },
  )
})

t.test('given no, unknown, missing or duplicate ids, when assets are updated, then it is refused and not written', async (t) => {
  await create({ productId: 'strict' })
  await add('strict', [{ assetId: 'st-1', externalUrl: red }])
  const before = await read('strict')
  const known = { assetId: 'st-1', name: 'Changed' }
  t.match(await update([]), { status: 404, body: { error: 'NotFound' } })
  t.match(await update([{ name: 'x' }, { assetId: '' }]), { status: 404 })
  t.match(await update([known, { assetId: 'unheard-of' }]), { status: 404, body: { message: /unheard-of/ } })
  t.match(await update([known, { name: 'x' }]), { status: 400, body: { errors: { '[1].assetId': [String] } } })
  t.match(await update([known, known]), { status: 400, body: { errors: { '[1].assetId': [String] } } })
  t.match(await update([{ ...known, sortOrder: 1.5 }]), { status: 400, body: { errors: { '[0].sortOrder': [String] } } })
  t.match(await update([known], { 'if-match': '"other"' }), { status: 412 })
  t.same(await read('strict'), before)
})

t.test('given an asset, when an update has the same values, then nothing is written', async (t) => {
  await create({ productId: 'still' })
  const [sent] = (await add('still', [{ assetId: 'still-1', externalUrl: red, name: 'N' }])).body
  const before = await read('still')
  t.match(await update([{ assetId: 'still-1', name: 'N' }]), { status: 200, body: [sent] })
  t.same(await read('still'), before)
})

t.test('given a product with assets, when the main image is set, moved and unset, then the product follows', async (t) => {
  await create({ productId: 'faces' })
  await add('faces', [
    { assetId: 'f-1', externalUrl: red },
    { assetId: 'f-2', externalUrl: blue },
  ])
  const mains = async () =>
    (await read('faces')).assets
      .filter(({ isMainImage }: { isMainImage: boolean }) => isMainImage)
      .map(({ assetId }: { assetId: string }) => assetId)
  await update([{ assetId: 'f-1', isMainImage: true }])
  t.same(await mains(), ['f-1'])
  await update([{ assetId: 'f-2', isMainImage: true }])
  t.same(await mains(), ['f-2'])
  t.equal((await read('faces')).mainImageUrl, (await asset('faces', 'f-2')).url)
  await update([{ assetId: 'f-2', isMainImage: false }])
  t.same(await mains(), [])
  t.equal((await read('faces')).mainImageUrl, null)
})

t.test('given shared assets, when they are updated concurrently, then all succeed and the products agree', async (t) => {
  const ids = Array.from({ length: 6 }, (_, i) => `p-${i}`)
  const marks = ['X', 'Y'].map((assetId) => ({
    assetId,
    assetType: 'ExternalCertification',
    externalUrl: 'https://marks.example/',
  }))
  for (const productId of ids) {
    await create({ productId })
    await add(productId, productId < 'p-3' ? marks : marks.toReversed())
  }
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      update([
        { assetId: i % 2 === 0 ? 'X' : 'Y', name: `n${i}` },
        { assetId: i % 2 === 0 ? 'Y' : 'X', name: `n${i}` },
      ]),
    ),
  )
  t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
  const names = new Set<string>()
  for (const productId of ids) for (const { name } of (await read(productId)).assets) names.add(name)
  t.equal(names.size, 1, 'the last one won everywhere')
})
