import { randomBytes } from 'node:crypto'
import { arrayBuffer, buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { createClient } from './client.ts'
import { downloadFile, type Progress, readRows, uploadFile } from './files.ts'
import { breakOff, json, refusal, testServer } from './testing/test-server.ts'

const MEBIBYTE = 1024 * 1024
const retries = { pauseMs: 1 }
const content = new Uint8Array(5 * MEBIBYTE).map((_, index) => index % 251)
const assetPath = '/assets/{assetId}/{fileName}'
const asset = { assetId: 'a1', fileName: 'photo.bin' }

t.test(
  'given 5 MB and a token that is refused first, when they are uploaded, then all arrive and progress is shown',
  async (t) => {
    let received = Buffer.alloc(0)
    const { baseUrl, requests } = await testServer(t, refusal(401, 'Unauthorized'), async (response, request) => {
      received = await buffer(request)
      json(200, { assetId: 'a1' })(response, request)
    })
    const seen: Progress[] = []
    const token = ({ isRefused }: { isRefused: boolean }) => (isRefused ? 'new' : 'old')
    const upload = {
      params: { skuId: 'CUP' },
      query: { fileName: 'cup.bin' },
      file: content,
      onProgress: (one: Progress) => seen.push(one),
    }
    t.match(await uploadFile(createClient({ baseUrl, token, retries }), '/api/products/Assets/AddAsset/{skuId}', upload), {
      assetId: 'a1',
    })
    t.ok(received.equals(content))
    t.equal(requests.at(-1)?.headers['content-type'], 'application/octet-stream')
    t.equal(requests[0]?.headers['idempotency-key'], requests[1]?.headers['idempotency-key'])
    const last = seen.slice(seen.findLastIndex(({ bytes }) => bytes === 0))
    t.ok(last.length > 10, 'in many steps')
    t.ok(last.every(({ bytes }, index) => index === 0 || bytes > (last[index - 1]?.bytes ?? 0)))
    t.strictSame(last.at(-1), { bytes: content.length, bytesTotal: content.length })
  },
)

t.test('given a stream, when the upload fails, then it is not sent again, since the stream is used up', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(503, 'Unavailable'))
  const upload = { params: { skuId: 'CUP' }, file: new Blob([content]).stream(), onProgress: () => undefined }
  const call = uploadFile(createClient({ baseUrl, retries }), '/api/products/Assets/AddAsset/{skuId}', upload)
  await t.rejects(call, { name: /^(ApiError|ConnectionError)$/ })
  t.equal(requests.length, 1)
})

t.test('given a slow file, when it is downloaded, then progress follows and nothing times out', async (t) => {
  const parts = 6
  const part = content.subarray(0, 1_000)
  const { baseUrl } = await testServer(t, async (response) => {
    response.writeHead(200, { 'content-length': parts * part.length, 'content-type': 'image/png' })
    for (let sent = 0; sent < parts; sent++) {
      response.write(part)
      await sleep(20)
    }
    response.end()
  })
  const seen: number[] = []
  const onProgress = ({ bytes, bytesTotal }: Progress) => {
    seen.push(bytes)
    t.equal(bytesTotal, parts * part.length)
  }
  const client = createClient({ baseUrl, timeoutMs: 60 })
  const download = await downloadFile(client, assetPath, { params: asset, onProgress })
  t.match(download, { type: 'image/png', bytesTotal: parts * part.length })
  t.equal((await arrayBuffer(download.content)).byteLength, parts * part.length)
  t.ok(seen.length >= 2)
  t.equal(seen.at(-1), parts * part.length)
})

const headers = { 'accept-ranges': 'bytes', etag: '"abc"', 'content-length': String(content.length) }

t.test('given a file that breaks off in the middle, when it is downloaded, then it resumes where it stopped', async (t) => {
  const { baseUrl, requests } = await testServer(
    t,
    breakOff({ headers, content: content.subarray(0, 70_000) }),
    (response, request) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1])
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` })
        .end(content.subarray(from))
    },
  )
  const download = await downloadFile(createClient({ baseUrl }), assetPath, { params: asset })
  t.ok(Buffer.from(await arrayBuffer(download.content)).equals(content))
  t.match(requests[1]?.headers, { range: /^bytes=[1-9]\d*-$/, 'if-range': '"abc"' })
})

t.test('given a file that changed meanwhile, when it breaks off, then the download fails', async (t) => {
  const whole = { ...headers, etag: '"new"' }
  const { baseUrl } = await testServer(t, breakOff({ headers, content: content.subarray(0, 70_000) }), (response) => {
    response.writeHead(200, whole).end(content)
  })
  const download = await downloadFile(createClient({ baseUrl }), assetPath, { params: asset })
  await t.rejects(arrayBuffer(download.content), { name: 'ConnectionError' })
})

t.test('given a download that is left, when its stream is cancelled, then the connection ends', async (t) => {
  const ended = Promise.withResolvers<void>()
  const { baseUrl } = await testServer(t, (response) => {
    response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 100))
    response.on('close', ended.resolve)
  })
  const { content: stream } = await downloadFile(createClient({ baseUrl }), assetPath, { params: asset })
  await stream.cancel()
  await ended.promise
  t.pass('it held')
})

t.test('given rows in pieces, when they are read, then they are whole, and a break is raised', async (t) => {
  const rows = `{"name":"Blåbær"}\n\n{"name":"two"}\n{"name":"three"}`
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of Buffer.from(rows)) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const names: string[] = []
  for await (const { name } of readRows<{ name: string }>(new Response(pieces))) names.push(name)
  t.strictSame(names, ['Blåbær', 'two', 'three'])

  const { baseUrl } = await testServer(t, breakOff({ headers: { 'content-length': '100' }, content: '{"name":"one"}\n{"na' }))
  const response = await createClient({ baseUrl }).open({ method: 'GET', path: '/rows' })
  const read = async () => {
    for await (const { name } of readRows<{ name: string }>(response)) names.push(name)
  }
  await t.rejects(read(), { name: 'ConnectionError' })
  t.equal(names.at(-1), 'one')
})

t.test('given a progress function that raises, when a file is downloaded, then its error ends the download', async (t) => {
  const { baseUrl, requests } = await testServer(t, (response) => {
    response.writeHead(200, headers).end(content)
  })
  const onProgress = () => {
    throw new RangeError('of the caller')
  }
  const download = await downloadFile(createClient({ baseUrl }), assetPath, { params: asset, onProgress })
  await t.rejects(arrayBuffer(download.content), { name: 'RangeError' })
  t.equal(requests.length, 1, 'it is no broken connection')
})

t.test('given a compressed file that breaks off, when it is downloaded, then the download is not resumed', async (t) => {
  const zipped = gzipSync(randomBytes(200_000))
  const compressed = { ...headers, 'content-encoding': 'gzip', 'content-length': String(zipped.length) }
  const { baseUrl, requests } = await testServer(t, breakOff({ headers: compressed, content: zipped.subarray(0, 100_000) }))
  const download = await downloadFile(createClient({ baseUrl }), assetPath, { params: asset })
  await t.rejects(arrayBuffer(download.content), { name: 'ConnectionError' })
  t.equal(requests.length, 1)
})

t.test('given an id that addresses cannot carry, when it is called with, then it is refused before a request', async (t) => {
  const { baseUrl, requests } = await testServer(t)
  for (const orderId of ['.', '..', ''])
    await t.rejects(createClient({ baseUrl }).get('/api/Orders/{orderId}', { params: { orderId } }), { name: 'TypeError' })
  t.equal(requests.length, 0)
})
