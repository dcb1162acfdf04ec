import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'

const catalog = await testCatalog(t)
const origin = await imageHost(t)
const photo = await png('teal', { width: 1000, height: 500 })
const other = await png('navy', { width: 30, height: 20 })
origin.files.set('/photo.png', photo).set('/other.png', other)
const expectedETag = (content: Buffer) => createHash('sha256').update(content).digest('hex')

await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'P' } })
const upload = async (content: Buffer | string, fileName: string) =>
  (
    await catalog.send({
      method: 'POST',
      url: '/api/products/Assets/AddAsset/P',
      body: content,
      query: { fileName },
      headers: { 'content-type': 'application/octet-stream' },
    })
  ).body as { assetId: string; url: string }
const add = async (body: object[]) => (await catalog.send({ method: 'POST', url: '/api/products/Assets/AddAssets/P', body })).body

/** The path of a public address. */
const urlPath = (url: string) => url.replace('http://shop.test', '')
async function fetchFile(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const response = await catalog.app.inject({ method, url: urlPath(url), headers })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, text: response.body }
}

t.test('given a stored file, when it is fetched without a token, then it has its type and is immutable', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  const response = await fetchFile(url)
  t.equal(response.status, 200)
  t.same(response.bytes, photo)
  const headers = {
    'content-type': 'image/png',
    'content-length': String(photo.length),
    'content-disposition': 'inline; filename=photo.png',
    etag: `"${expectedETag(photo)}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  }
  t.match(response.headers, headers)
  t.notOk('content-security-policy' in response.headers)
  const head = await fetchFile(url, {}, 'HEAD')
  t.match(head, { status: 200, text: '', headers })
})

t.test('given an unknown id, name or version, when a file is fetched, then it is 404', async (t) => {
  const { assetId, url } = await upload(other, 'other.png')
  for (const wrong of [
    `/assets/nobody/other.png`,
    `/assets/${assetId}/another.png`,
    `/assets/${assetId}/other.png?v=${'0'.repeat(64)}`,
    `/assets/${assetId}/other.png?v=x`,
    `/assets/${assetId}/..%2F..%2Fetc%2Fpasswd`,
  ]) {
    const response = await fetchFile(wrong)
    t.equal(response.status, 404, wrong)
    t.match(JSON.parse(response.text), { error: 'NotFound' })
  }
  t.equal((await fetchFile(`${url}&x=1`)).status, 200, 'an unknown parameter is ignored')
  t.equal((await fetchFile(url.replace('/assets/', '/ASSETS/'))).status, 200)
})

t.test('given the tag of a file, when it is in If-None-Match, then the response is 304', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  const tag = `"${expectedETag(photo)}"`
  for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const response = await fetchFile(url, { 'if-none-match': value })
    t.same([response.status, response.text, response.headers.etag], [304, '', tag], value)
  }
  t.equal((await fetchFile(url, { 'if-none-match': '"x"' })).status, 200)
})

t.test('given a single range, when a file is fetched, then it is the part or 416, and otherwise the whole file', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  const size = photo.length
  const parts: [string, number, number][] = [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
    [`bytes=-${size + 100}`, 0, size - 1],
  ]
  for (const [range, start, end] of parts) {
    const response = await fetchFile(url, { range })
    t.equal(response.status, 206, range)
    t.match(response.headers, { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) })
    t.same(response.bytes, photo.subarray(start, end + 1))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const response = await fetchFile(url, { range })
    t.match(response, { status: 416, headers: { 'content-range': `bytes */${size}` } }, range)
    t.match(JSON.parse(response.text), { error: 'RangeNotSatisfiable' })
  }
  for (const range of ['bytes=0-1,4-5', 'items=0-1', 'bytes=9-2', 'bytes=-', 'bytes=a-b']) {
    t.equal((await fetchFile(url, { range })).status, 200, range)
  }
  t.match(await fetchFile(url, { range: 'bytes=0-9' }, 'HEAD'), { status: 206, text: '', headers: { 'content-length': '10' } })
})

t.test('given If-Range, when the content is another one, then the range is ignored', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  const range = 'bytes=0-9'
  t.equal((await fetchFile(url, { range, 'if-range': `"${expectedETag(photo)}"` })).status, 206)
  for (const value of ['"x"', `W/"${expectedETag(photo)}"`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
    t.equal((await fetchFile(url, { range, 'if-range': value })).status, 200, value)
  }
})

t.test('given an uploaded image, when a preview is fetched, then it is WebP that fits into the square of its size', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  const sizes: [number, number, number][] = [
    [160, 160, 80],
    [640, 640, 320],
  ]
  for (const [size, width, height] of sizes) {
    const response = await fetchFile(`${url}&size=${size}`)
    t.match(response, { status: 200, headers: { 'content-type': 'image/webp', etag: `"${expectedETag(photo)}-${size}"` } })
    t.match(await sharp(response.bytes).metadata(), { format: 'webp', width, height })
    t.equal(response.headers['content-length'], String(response.bytes.length))
    t.equal((await fetchFile(`${url}&size=${size}`, { 'if-none-match': response.headers.etag as string })).status, 304)
    t.equal((await fetchFile(`${url}&size=${size}`, { range: 'bytes=0-3' })).text, 'RIFF')
  }
  const small = await upload(other, 'small.png')
  t.match(await sharp((await fetchFile(`${small.url}&size=640`)).bytes).metadata(), { width: 30, height: 20 })
})

t.test('given an unknown size or no raster image, when a preview is fetched, then it is 400 or 404', async (t) => {
  const { url } = await upload(photo, 'photo.png')
  for (const size of ['161', '0', '-160', 'big', '160.0', '']) {
    const response = await fetchFile(`${url}&size=${size}`)
    t.equal(response.status, 400, size)
    t.match(JSON.parse(response.text), { error: 'ValidationFailed', errors: { size: [String] } })
  }
  const text = await upload('Read me.', 'manual.txt')
  const svg = await upload('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'logo.svg')
  for (const file of [text, svg]) t.equal((await fetchFile(`${file.url}&size=160`)).status, 404)
})

t.test('given a file that a browser would run, when it is fetched, then it is an attachment in a sandbox', async (t) => {
  const cases = [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'innocent.png', 'image/svg+xml'],
    ['<!DOCTYPE html><script>alert(1)</script>', 'innocent.txt', 'text/html'],
    ['<?xml version="1.0"?><stock/>', 'data.xml', 'application/xml'],
  ] as const
  for (const [content, fileName, type] of cases) {
    const { url } = await upload(content, fileName)
    t.match((await fetchFile(url)).headers, {
      'content-type': new RegExp(type.replace('+', '\\+')),
      'content-disposition': `attachment; filename=${fileName}`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
  }
})

// Found by a trial from outside: everything except markup was served inline, including programs and
// archives.
t.test('given files of all types, when they are fetched, then only raster images, PDF and plain text are inline', async (t) => {
  const page = '<html><script>alert(1)</script></html>'
  const shown: [string, Buffer | string][] = [
    ['image/webp', await sharp(photo).webp().toBuffer()],
    ['image/jpeg', await sharp(photo).jpeg().toBuffer()],
    ['application/pdf', '%PDF-1.7\n1 0 obj\n'],
    ['text/plain', `Read me.\n${' '.repeat(2_000)}${page}`],
  ]
  const saved: [string, Buffer | string][] = [
    ['application/octet-stream', Buffer.from([1, 2, 3, 0, 5])],
    ['application/octet-stream', `${' '.repeat(100_000)}${page}`],
    ['application/octet-stream', `${'\0'.repeat(600)}${page}`],
    ['text/html', `<!--${'x'.repeat(100_000)}-->${page}`],
    ['application/wasm', Buffer.from('0061736d01000000', 'hex')],
    ['application/zip', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')],
    ['application/x-shockwave-flash', Buffer.from('4657530a20000000', 'hex')],
    ['application/gzip', gzipSync(page)],
    ['application/x-elf', Buffer.from(`7f454c46020101${'00'.repeat(57)}`, 'hex')],
  ]
  const files = [...shown.map((file) => ['inline', ...file] as const), ...saved.map((file) => ['attachment', ...file] as const)]
  for (const [disposition, type, content] of files) {
    const { headers, bytes } = await fetchFile((await upload(content, 'photo.png')).url)
    t.equal(headers['content-type'], type)
    t.same(bytes, Buffer.from(content))
    t.equal(headers['content-disposition'], `${disposition}; filename=photo.png`, type)
    t.equal(headers['content-security-policy'], disposition === 'inline' ? undefined : 'sandbox', type)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

t.test('given a replaced file, when it is fetched, then a version selects its content and a released one is 404', async (t) => {
  const [first] = await add([{ assetId: 'shared', externalUrl: `${origin.url}/photo.png`, fileName: 'image.png' }])
  await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'Q' } })
  await catalog.send({ method: 'POST', url: '/api/products/Assets/AddAssets/Q', body: [{ assetId: 'shared' }] })
  const [second] = await add([{ assetId: 'shared', externalUrl: `${origin.url}/other.png`, fileName: 'image.png' }])
  const bare = first.url.replace(/\?.*/, '')
  t.equal(bare, second.url.replace(/\?.*/, ''))
  t.same((await fetchFile(first.url)).bytes, photo, 'product Q still shows it')
  t.same((await fetchFile(second.url)).bytes, other)
  const newest = await fetchFile(bare)
  t.same(newest.bytes, other)
  t.equal(newest.headers['cache-control'], 'public, no-cache')

  await catalog.send({ method: 'DELETE', url: '/api/products/Q' })
  t.equal((await fetchFile(first.url)).status, 404)
  t.same((await fetchFile(bare)).bytes, other)
})

t.test('given ids and names with any character, when the file is fetched, then it is served', async (t) => {
  const [asset] = await add([
    { assetId: 'id/with æ & ? # %', externalUrl: `${origin.url}/photo.png`, fileName: '珈琲 カップ.png' },
  ])
  const response = await fetchFile(asset.url)
  t.same(response.bytes, photo)
  t.match(response.headers['content-disposition'], /^inline; filename=.*; filename\*=UTF-8''%E7%8F%88/)
})

t.test('given a download in progress, when its file is deleted, then it arrives complete', async (t) => {
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'x')
  const { assetId, url } = await upload(bytes, 'large.txt')
  const address = await catalog.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(address + urlPath(url))
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let length = (await reader.read()).value?.length ?? 0
  t.equal(
    (await catalog.send({ method: 'DELETE', url: '/api/products/Assets/DeleteAssets', query: { assetIds: assetId } })).status,
    200,
  )
  while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
  for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length
  t.equal(length, bytes.length)
  t.equal((await fetch(address + urlPath(url))).status, 404)
})

t.test('given a file whose content is lost, when it is fetched, then it is 404', async (t) => {
  const { url } = await upload('lost content', 'lost.txt')
  await catalog.store.remove(url.slice(-64))
  const response = await fetchFile(url)
  t.equal(response.status, 404)
  t.match(JSON.parse(response.text), { error: 'NotFound' })
})
