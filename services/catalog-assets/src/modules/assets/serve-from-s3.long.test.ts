// Own process: it measures memory.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testS3 } from '../../testing/test-bucket.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'
import { s3Store } from '../storage/s3-store.ts'

const s3 = await testS3(t)
const store = s3Store(await s3.bucket())
t.teardown(() => store.close())
const catalog = await testCatalog(t, { store })

await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'P' } })
async function upload(content: Buffer, fileName: string): Promise<{ assetId: string; path: string }> {
  const headers = { 'content-type': 'application/octet-stream' }
  const url = '/api/products/Assets/AddAsset/P'
  const { body } = await catalog.send({ method: 'POST', url, body: content, query: { fileName }, headers })
  return { assetId: body.assetId, path: body.url.replace('http://shop.test', '') }
}
const get = (url: string, headers: Record<string, string> = {}) => catalog.app.inject({ url, headers })

t.test('given files in a bucket, when they are fetched and deleted, then they are served, then removed', async (t) => {
  const content = await png('olive', { width: 700, height: 700 })
  const { assetId, path } = await upload(content, 'olive.png')
  t.same((await get(path)).rawPayload, content)
  const part = await get(path, { range: 'bytes=5-9' })
  t.same([part.statusCode, part.rawPayload], [206, content.subarray(5, 10)])
  const preview = await get(`${path}&size=640`)
  t.match([preview.statusCode, preview.headers['content-type'], preview.body.slice(0, 4)], [200, 'image/webp', 'RIFF'])
  t.equal((await catalog.app.inject({ method: 'HEAD', url: path })).headers['content-length'], String(content.length))

  await catalog.send({ method: 'DELETE', url: '/api/products/Assets/DeleteAssets', query: { assetIds: assetId } })
  while ((await removeReleased({ ...catalog.database, store })) > 0);
  t.same([await keysIn(store), (await get(path)).statusCode], [[], 404])
})

t.test('given many slow readers of a large file, when it is served from a bucket, then it costs little memory', async (t) => {
  const { path } = await upload(randomBytes(20 * 1024 * 1024), 'large.bin')
  const address = await catalog.app.listen({ port: 0, host: '127.0.0.1' })
  globalThis.gc?.()
  const before = process.memoryUsage().arrayBuffers
  const readers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => (await fetch(address + path)).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>,
    ),
  )
  for (const reader of readers) await reader.read()
  const grown = (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
  t.ok(grown < 100, `200 MiB are under way, ${grown.toFixed(0)} MiB of them in memory`)
  await Promise.all(readers.map((reader) => reader.cancel()))
})

t.test('given a bucket that is unreachable, when files are fetched or added, then it is 503, nothing is written', async (t) => {
  const { path } = await upload(await png('olive'), 'olive.png')
  const before = (await catalog.send({ url: '/api/products/P' })).body
  await s3.stop()
  t.equal((await get(path)).statusCode, 503)
  const headers = { 'content-type': 'application/octet-stream' }
  const refused = await catalog.send({ method: 'POST', url: '/api/products/Assets/AddAsset/P', body: await png('pink'), headers })
  t.match(refused, { status: 503, body: { error: 'Unavailable' }, headers: { 'retry-after': String } })
  t.same((await catalog.send({ url: '/api/products/P' })).body, before)
})
