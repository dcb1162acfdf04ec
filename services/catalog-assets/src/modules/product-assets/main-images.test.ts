import t from 'tap'
import { heicPhoto } from '../../testing/heic-photo.ts'
import { imageHost, png } from '../../testing/image-host.ts'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
origin.files.set('/photo.png', await png('red')).set('/page.png', '<!DOCTYPE html><title>Not found</title>')
const at = (name: string) => `${origin.url}/${name}`

const send = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => catalog.send({ method, url, body })
const add = (code: string, ...assets: object[]) => send('POST', `/api/products/Assets/AddAssets/${code}`, assets)
const update = (...assets: object[]) => send('POST', '/api/products/Assets/UpdateAssets', assets)
const read = async (productId: string) => (await send('GET', `/api/products/${productId}`)).body

const refusedAt = (path: string) => ({
  status: 400,
  body: { error: 'ValidationFailed', errors: { [path]: ['must be false: the content is not an image'] } },
})
const page = { externalUrl: at('page.png'), isMainImage: true }
const photo = { externalUrl: at('photo.png') }
const link = { assetType: 'ExternalCertification', externalUrl: 'https://marks.example/eco', isMainImage: true }

t.test('given content that is no image, when it is sent as the main image, then it is 400 on every way', async (t) => {
  await send('POST', '/api/products', { productId: 'P', variants: [{ skuId: 'P-s' }] })
  await send('POST', '/api/BusinessCustomer', { id: 'C', name: 'Café' })
  await add('P', { assetId: 'front', ...photo, isMainImage: true }, { assetId: 'manual', externalUrl: at('page.png') })
  const before = await read('P')

  t.match(await add('P', photo, page), refusedAt('[1].isMainImage'))
  t.match(await add('P', { assetId: 'manual', isMainImage: true }), refusedAt('[0].isMainImage'))
  t.match(await add('P', link), refusedAt('[0].isMainImage'))
  t.match(await send('POST', '/api/products/Assets/AddAssets/P-s?isAddedToVariant=true', [page]), refusedAt('[0].isMainImage'))
  t.match(await update({ assetId: 'manual', isMainImage: true }), refusedAt('[0].isMainImage'))
  t.match(await update({ assetId: 'front', ...page, forceUpload: true }), refusedAt('[0].isMainImage'))
  t.match(
    await update({ assetId: 'front', externalUrl: at('page.png'), forceUpload: true }),
    refusedAt('[0].isMainImage'),
    'also when the main image gets the file of a page',
  )
  t.match(await update({ assetId: 'front', assetType: 'ExternalCertification' }), refusedAt('[0].isMainImage'))
  t.match(await send('PUT', '/api/products', { productId: 'P', assets: [page] }), refusedAt('assets[0].isMainImage'))
  t.match(
    await send('PUT', '/api/products', { productId: 'P', variants: [{ skuId: 'P-s', assets: [link] }] }),
    refusedAt('variants[0].assets[0].isMainImage'),
  )
  t.match(await send('POST', '/api/products', { productId: 'Q', assets: [page] }), refusedAt('assets[0].isMainImage'))
  t.match(await send('POST', '/api/BusinessCustomer/C/Assets/AddAssets', [page]), refusedAt('[0].isMainImage'))
  t.same(await read('P'), before)
  t.equal((await send('GET', '/api/products/Q')).status, 404)
})

t.test('given a main image that is none from before the rule, when it is sent back unchanged, then it stays', async (t) => {
  await send('POST', '/api/products', { productId: 'old', assets: [{ assetId: 'old-1', externalUrl: at('page.png') }] })
  await catalog.database.query({
    text: `update product set document = jsonb_set(document::jsonb, '{assets,0,isMainImage}', 'true') where product_id = 'old'`,
  })
  const before = await read('old')
  t.match(await send('PUT', '/api/products', before), { status: 200, body: { assets: [{ isMainImage: true }] } })
  t.match(await update({ assetId: 'old-1', altText: 'A page' }), { status: 200, body: [{ isMainImage: true }] })
  const image = await send('POST', `/api/products/AddProductImage?productId=old&url=${at('photo.png')}`)
  t.match(image, { status: 200, body: { isMainImage: true } })
  t.same(
    (await read('old')).assets.map(({ isMainImage }: { isMainImage: boolean }) => isMainImage),
    [false, true],
  )
})

t.test('given images and other files, when they are added, then images have a width and a height as shown', async (t) => {
  await send('POST', '/api/products', { productId: 'sizes' })
  origin.files.set('/phone.heic', heicPhoto({ width: 4_032, height: 3_024, quarters: 3 }))
  const { body } = await add('sizes', photo, { externalUrl: at('phone.heic') }, { externalUrl: at('page.png') })
  const sizes = (assets: { width: number | null; height: number | null }[]) => assets.map(({ width, height }) => [width, height])
  const expected = [
    [8, 6],
    [3_024, 4_032],
    [null, null],
  ]
  t.same(sizes(body), expected)
  t.same(sizes((await read('sizes')).assets), expected)
  const shared = await add('sizes', { assetId: body[1].assetId, name: 'The same file' })
  t.same(sizes(shared.body), [[3_024, 4_032]])
  const forced = await update({ assetId: body[1].assetId, externalUrl: at('photo.png'), forceUpload: true })
  t.same(sizes(forced.body), [[8, 6]])
})

t.test('given an asset that was stored without sizes, when its product is sent back, then it is not modified', async (t) => {
  await send('POST', '/api/products', { productId: 'plain', assets: [{ assetId: 'plain-1', ...photo }] })
  await catalog.database.query({
    text: `update product set document = regexp_replace(document::text, ',"(width|height)":[0-9]+', '', 'g')::json where product_id = 'plain'`,
  })
  const before = await read('plain')
  t.notOk('width' in before.assets[0])
  const { body } = await send('PUT', '/api/products', before)
  t.match(body.assets, [{ ...before.assets[0], width: null, height: null }])
})
