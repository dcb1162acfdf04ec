import { utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { keysIn, sampleFile, sampleImage } from '../../testing/sample-files.ts'
import { testS3 } from '../../testing/test-bucket.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { addAsset, contentsInRows, deleteAsset, testStorage } from '../../testing/test-storage.ts'
import { fsStore } from './fs-store.ts'
import { maintainFiles } from './maintain-files.ts'
import { s3Store } from './s3-store.ts'
import { type MissingFiles, type SweepDeps, sweepFiles } from './sweep-files.ts'

const HOUR_MS = 3_600_000

async function swept(deps: SweepDeps, graceMs = HOUR_MS) {
  const missing: MissingFiles[] = []
  const report = await sweepFiles(deps, { graceMs, onMissing: (files) => missing.push(files) })
  return { ...report, missing }
}

t.test('given orphans, when the sweep runs, then those older than the grace period go and files with a row stay', async (t) => {
  const storage = await testStorage(t)
  const [used, young, old] = [
    await sampleImage(storage.incoming),
    await sampleImage(storage.incoming),
    await sampleImage(storage.incoming),
  ]
  await addAsset(storage, 'a', used)
  for (const { sha256, path, length, contentType } of [young, old]) await storage.store.put(sha256, { path, length, contentType })
  const storedPath = (sha256: string) => join(storage.storeFolder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const longAgo = new Date(Date.now() - 2 * HOUR_MS)
  await utimes(storedPath(old.sha256), longAgo, longAgo)
  await utimes(storedPath(used.sha256), longAgo, longAgo)
  t.match(await swept(storage), { files: 3, orphans: 1, missing: { length: 0 } })
  t.equal(await storage.store.exists(old.sha256), null)
  t.equal((await keysIn(storage.store)).length, 4)
  t.match(await swept({ ...storage, now: () => new Date(Date.now() + 2 * HOUR_MS) }), { files: 2, orphans: 1 })
  t.equal((await keysIn(storage.store)).length, 3)
})

t.test('given a database without files, when the sweep runs, then it removes nothing from the store', async (t) => {
  const storage = await testStorage(t)
  const { sha256, path, length, contentType } = await sampleFile(storage.incoming)
  await storage.store.put(sha256, { path, length, contentType })
  t.match(await swept(storage, -60_000), { files: 1, orphans: 0, spared: 1 })
  t.same(await keysIn(storage.store), [sha256])
  await addAsset(storage, 'a', await sampleFile(storage.incoming))
  t.match(await swept(storage, -60_000), { files: 2, orphans: 1, spared: 0 })
})

t.test('given remains of unfinished writes, when the sweep runs, then the old ones are removed', async (t) => {
  const storage = await testStorage(t)
  const file = await sampleFile(storage.incoming)
  await addAsset(storage, 'a', file)
  const folder = dirname(join(storage.storeFolder, file.sha256.slice(0, 2), file.sha256.slice(2, 4), file.sha256))
  for (const name of ['.old.part', '.young.part']) await writeFile(join(folder, name), 'half')
  const longAgo = new Date(Date.now() - 2 * HOUR_MS)
  await utimes(join(folder, '.old.part'), longAgo, longAgo)
  t.match(await swept(storage), { unfinished: 1 })
  t.match(await swept({ ...storage, now: () => new Date(Date.now() + 2 * HOUR_MS) }), { unfinished: 1 })
  t.match(await swept(storage), { unfinished: 0 })
  t.same(await keysIn(storage.store), [file.sha256])
})

t.test('given rows whose file or preview is missing, when the sweep runs, then they are reported until it is back', async (t) => {
  const storage = await testStorage(t)
  const [image, other] = [await sampleImage(storage.incoming), await sampleImage(storage.incoming)]
  for (const [assetId, file] of [
    ['front', image],
    ['back', other],
  ] as const)
    await addAsset(storage, assetId, file)
  await storage.store.remove(image.sha256)
  const [, small = ''] = (await keysIn(storage.store)).filter((key) => key.startsWith(other.sha256))
  await storage.store.remove(small)
  const missingInRows = () =>
    storage.query<{ n: number }>({ text: 'select count(*) as n from stored_file where missing_since is not null' })
  const { missing } = await swept(storage)
  t.same(
    missing.sort((a, b) => (a.keys[0] ?? '').localeCompare(b.keys[0] ?? '')),
    [
      { keys: [image.sha256], assets: ['customer:c asset front'] },
      { keys: [small], assets: ['customer:c asset back'] },
    ].sort((a, b) => (a.keys[0] ?? '').localeCompare(b.keys[0] ?? '')),
  )
  t.equal((await missingInRows())[0]?.n, 2)
  await addAsset(storage, 'front again', image)
  t.equal((await missingInRows())[0]?.n, 1, 'storing it again mends it')
  const { path, length } = await sampleFile(storage.incoming)
  await storage.store.put(small, { path, length, contentType: 'image/webp' })
  t.same((await swept(storage)).missing, [])
  t.equal((await missingInRows())[0]?.n, 0)
})

t.test('given rows without a reference, when maintenance runs, then they are removed, missing files counted', async (t) => {
  const storage = await testStorage(t)
  const [file, other] = [await sampleFile(storage.incoming), await sampleFile(storage.incoming)]
  await addAsset(storage, 'a', file)
  await addAsset(storage, 'b', other)
  await storage.query({ text: `delete from asset_place where asset_id = 'a'` })
  const metrics = createMetrics('test')
  const maintenance = {
    ...storage,
    databaseUrl: storage.url,
    metrics,
    sweepEveryMs: 20,
    graceMs: HOUR_MS,
    pollMs: 20,
    restMs: 1,
  }
  const files = maintainFiles(maintenance)
  t.teardown(() => files.stop())
  await eventually(async () => (await keysIn(storage.store)).length === 1, 'the file is removed')
  t.same(await contentsInRows(storage), [other.sha256])
  await storage.store.remove(other.sha256)
  const shows = (text: string) => eventually(async () => (await metrics.page()).includes(text), text)
  await shows('oms_asset_files_missing{service="test"} 1')
  await shows('oms_asset_files_removed_total{reason="released",service="test"} 1')
})

t.test(
  'given several processes, then one sweeps, another takes over, and each removes its own released files immediately',
  async (t) => {
    const storage = await testStorage(t)
    const sweeps: string[] = []
    const start = (name: string) => {
      const watched = {
        ...storage.store,
        removeUnfinished: async () => {
          sweeps.push(name)
          return 0
        },
      }
      const maintenance = {
        ...storage,
        store: watched,
        databaseUrl: storage.url,
        graceMs: HOUR_MS,
        sweepEveryMs: 10,
        restMs: 1,
      }
      return maintainFiles({ ...maintenance, pollMs: 600_000 })
    }
    const first = start('first')
    await eventually(() => sweeps.length > 0, 'the first sweeps')
    const second = start('second')
    t.teardown(() => second.stop())
    const file = await sampleFile(storage.incoming)
    await addAsset(storage, 'a', file)
    await deleteAsset(storage, 'a')
    await eventually(async () => (await keysIn(storage.store)).length === 0, 'the file goes without a wait')
    const count = sweeps.length
    await eventually(() => sweeps.length > count + 2, 'it continues')
    t.same(new Set(sweeps), new Set(['first']))
    await first.stop()
    sweeps.length = 0
    await eventually(() => sweeps.length > 0, 'the second took over')
    t.same(new Set(sweeps), new Set(['second']))
  },
)

t.test('when the store was unreachable, then sweep and removal continue afterwards', async (t) => {
  const storage = await testStorage(t)
  const s3 = await testS3(t)
  const bucket = s3Store(await s3.bucket())
  t.teardown(() => bucket.close())
  const file = await sampleFile(storage.incoming)
  await addAsset({ ...storage, store: bucket }, 'a', file)
  await s3.stop()
  await t.rejects(bucket.open(file.sha256), { code: 'Unavailable' })
  await t.rejects(addAsset({ ...storage, store: bucket }, 'b', file), { code: 'Unavailable' })
  t.equal((await storage.query({ text: 'select from file_hold' })).length, 0)
  await deleteAsset(storage, 'a')
  const files = maintainFiles({
    ...storage,
    store: bucket,
    databaseUrl: storage.url,
    graceMs: HOUR_MS,
    sweepEveryMs: 10,
    restMs: 1,
  })
  await eventually(async () => (await contentsInRows(storage)).length === 0, 'the row is deleted')
  await files.stop()
  await t.rejects(sweepFiles({ ...storage, store: bucket }, { graceMs: 0, onMissing: () => t.fail('it is not missing') }), {
    code: 'Unavailable',
  })
})

t.test('given a folder that cannot be written to, when the store is checked, then it fails', async (t) => {
  const folder = await testFolder(t)
  await writeFile(join(folder, 'file'), '')
  await t.rejects(fsStore(join(folder, 'file')).check(), /cannot be written to/)
})

const uploads = `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><Bucket>b</Bucket><IsTruncated>false</IsTruncated>
<Upload><Key>${'a'.repeat(64)}</Key><UploadId>old</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>
<Upload><Key>${'b'.repeat(64)}</Key><UploadId>young</UploadId><Initiated>2026-11-01T00:00:00.000Z</Initiated></Upload>
<Upload><Key>other/thing</Key><UploadId>foreign</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>
</ListMultipartUploadsResult>`

t.test('given uploads in parts that were never completed, when they are removed, then only old ones are aborted', async (t) => {
  const calls: string[] = []
  // The S3 server of the other tests does not list uploads.
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (request.method === 'GET') response.setHeader('content-type', 'application/xml').end(uploads)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = s3Store({ bucket: 'b', region: 'eu-north-1', endpoint, isPathStyle: true, credentials })
  t.teardown(() => store.close())
  t.equal(await store.removeUnfinished(new Date('2026-10-01')), 1)
  t.match(calls[0], /^GET \/b\/?\?uploads/)
  const [, removed] = calls
  t.equal(calls.length, 2)
  t.match(removed, new RegExp(`^DELETE /b/${'a'.repeat(64)}\\?.*uploadId=old`))
})
