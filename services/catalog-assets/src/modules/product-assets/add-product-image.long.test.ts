import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
const [red, blue] = [await png('red'), await png('blue')]
origin.files.set('/red.png', red).set('/blue.png', blue)

const create = (productId: string) =>
  catalog.send({ method: 'POST', url: '/api/products', body: { productId, variants: [{ skuId: `${productId}-s` }] } })
const image = (method: 'GET' | 'POST', query: Record<string, string>) =>
  catalog.send({ method, url: '/api/products/AddProductImage', query })
const upload = (
  code: string,
  body: Buffer | string,
  more: { query?: Record<string, string>; headers?: Record<string, string> } = {},
) =>
  catalog.send({
    method: 'POST',
    url: `/api/products/Assets/AddAsset/${code}`,
    body,
    query: more.query ?? {},
    headers: { 'content-type': 'application/octet-stream', ...more.headers },
  })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body

t.test(
  'given the legacy endpoint, when images are added by GET and POST, then the first of them becomes the main image',
  async (t) => {
    await create('old')
    const first = await image('GET', { url: `${origin.url}/red.png`, productId: 'old' })
    t.match(first, { status: 200, body: { fileName: 'red.png', isMainImage: true, contentType: 'image/png' } })
    t.equal(first.headers['cache-control'], 'no-store')
    const second = await image('POST', { url: `${origin.url}/blue.png`, productId: 'old' })
    t.match(second, { status: 200, body: { fileName: 'blue.png', isMainImage: false } })
    const product = await read('old')
    t.same([product.assets.length, product.mainImageUrl], [2, first.body.url])
    t.equal(second.headers.etag, `"${product.versionId}"`)
  },
)

t.test('given a product with a file that is no image, when the first image is added, then it becomes main', async (t) => {
  await create('manual')
  await upload('manual', 'Read me.', { query: { fileName: 'manual.txt' } })
  t.match(await image('GET', { url: `${origin.url}/red.png`, productId: 'manual' }), {
    status: 200,
    body: { isMainImage: true },
  })
})

t.test('given content that is no image, when it is added as an image, then it is 400 and nothing is stored', async (t) => {
  await create('page')
  const before = [await read('page'), await keysIn(catalog.store)]
  for (const [path, content] of [
    ['/photo.png', '<!DOCTYPE html><title>Not found</title>'],
    ['/photo.jpg', '%PDF-1.7\n1 0 obj\n'],
    ['/photo.avif', 'Sold out'],
  ] as const) {
    origin.files.set(path, content)
    t.match(await image('POST', { url: origin.url + path, productId: 'page' }), {
      status: 400,
      body: { error: 'ValidationFailed', errors: { url: ['must be the address of an image'] } },
    })
  }
  t.same([await read('page'), await keysIn(catalog.store)], before)
})

t.test('given a failing download, product or parameter, when an image is added, then it is 400 or 404', async (t) => {
  await create('bad')
  const before = await read('bad')
  const failed = await image('GET', { url: `${origin.url}/missing.png`, productId: 'bad' })
  t.match(failed, { status: 400, body: { error: 'AssetDownloadFailed', errors: { url: [String] } } })
  t.match(await image('GET', { url: 'ftp://x.example/a.png', productId: 'bad' }), {
    status: 400,
    body: { error: 'AssetUrlNotAllowed' },
  })
  t.match(await image('GET', { url: `${origin.url}/red.png`, productId: 'nobody' }), { status: 404, body: { error: 'NotFound' } })
  t.match(await image('GET', { productId: 'bad' }), { status: 400, body: { errors: { url: [String] } } })
  t.match(await image('POST', { url: `${origin.url}/red.png` }), { status: 400, body: { errors: { productId: [String] } } })
  t.same(await read('bad'), before)
})

t.test('given raw bytes, when they are uploaded to a product, then they become an asset with the sent name', async (t) => {
  await create('raw')
  const added = await upload('raw', red, { query: { fileName: 'Été 1.png' } })
  const version = createHash('sha256').update(red).digest('hex')
  t.match(added, {
    status: 200,
    body: {
      fileName: 'Été 1.png',
      externalUrl: null,
      contentType: 'image/png',
      length: red.length,
      isMainImage: false,
      url: `http://shop.test/assets/${added.body.assetId}/%C3%89t%C3%A9%201.png?v=${version}`,
    },
  })
  t.same((await read('raw')).assets, [added.body])
  t.match((await upload('raw', blue)).body, { fileName: 'file.png' }, 'without a name it is made of the type')
  t.match((await upload('raw-s', blue, { query: { isAddedToVariant: 'true' } })).body, { parentId: 'raw-s' })
  t.same(await readdir(catalog.incomingFolder), [], 'no temporary file is left')
})

t.test('given a form with a file, when it is uploaded, then the file becomes an asset', async (t) => {
  await create('form')
  const form = new FormData()
  form.set('file', new File([red as Uint8Array<ArrayBuffer>], 'from form.png'))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') as string }
  const body = Buffer.from(await request.arrayBuffer())
  t.match(await upload('form', body, { headers }), { status: 200, body: { fileName: 'from form.png', length: red.length } })
})

t.test('given no body, another type or an unknown product, when it is uploaded, then it is refused and not kept', async (t) => {
  await create('empty')
  const before = await keysIn(catalog.store)
  t.match(await upload('empty', ''), { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await upload('empty', '{}', { headers: { 'content-type': 'application/json' } }), {
    status: 415,
    body: { error: 'UnsupportedMediaType' },
  })
  t.match(await upload('nobody', await png('yellow')), { status: 404, body: { error: 'NotFound' } })
  t.match(await upload('empty', await png('yellow'), { headers: { 'if-match': '"other"' } }), { status: 412 })
  t.same([await keysIn(catalog.store), await readdir(catalog.incomingFolder)], [before, []])
})

t.test('given a repeated Idempotency-Key, when a file is uploaded, then it adds nothing, and other bytes are 422', async (t) => {
  await create('keyed')
  const headers = { 'idempotency-key': 'upload-once' }
  const first = await upload('keyed', red, { headers })
  const again = await upload('keyed', red, { headers })
  t.same([first.status, again.status, again.body], [200, 200, first.body])
  t.equal((await read('keyed')).assets.length, 1)
  t.equal((await upload('keyed', blue, { headers })).status, 422)
})
