import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { root } from '../root.ts'
import { assetStoreEnvironment, writeRunFile } from '../run-file.ts'
import { omsProgram } from '../run-program.ts'
import { makeBackup } from './make-backup.ts'

/** A folder with the file of an asset, which is in the database too. */
async function storedFile(t: Test, database: TestDatabase): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-backup-files-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const content = 'the content of an asset'
  const key = createHash('sha256').update(content).digest('hex')
  const path = join(key.slice(0, 2), key.slice(2, 4), key)
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
  await database.query({
    text: `insert into stored_file (sha256, length, content_type, has_previews, created) values ($1, $2, 'text/plain', false, now())`,
    values: [key, content.length],
  })
  await database.query({
    text: `with customer as (insert into business_customer values ('x', now(), now(), '{}'))
      insert into asset_place (owner, asset_id, customer_id, sha256, file_name, stored) values ('customer:x', 'x', 'x', $1, 'x.txt', now())`,
    values: [key],
  })
  return { folder, path }
}

/** A place with the data folder of a running system that has one database. */
async function runningSystem(t: Test, { url, filesUrl }: { url: string; filesUrl: string }, assetStore: NodeJS.ProcessEnv = {}) {
  const place = await mkdtemp(join(tmpdir(), 'oms-backup-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const dataDir = join(place, 'data')
  await mkdir(dataDir)
  const urls = { 'catalog-assets': url, 'orders-workflow': url, 'accounting-read': url }
  const databaseUrls = { 'catalog-assets': filesUrl }
  const run = {
    gatewayUrl: '',
    publicBase: '',
    natsUrls: {},
    databaseUrls,
    migrationUrls: urls,
    reportingUrls: {},
    adminUrls: urls,
    assetStore,
  }
  writeRunFile(run, dataDir)
  return { place, dataDir, to: join(place, 'backup') }
}

t.test('given files that cannot be copied, when a backup is made, then it fails and leaves nothing', async (t) => {
  const { url } = await testDatabase(t)
  const { place, dataDir, to } = await runningSystem(t, { url, filesUrl: 'postgres://127.0.0.1:1/nowhere' })
  const { signal } = new AbortController()
  const plan = { to, dataDir, configDir: join(root, 'config'), print: () => undefined, signal }
  await t.rejects(makeBackup(plan), { name: 'StartError', message: /files of assets could not be copied/ })
  t.same(await readdir(place), ['data'])
})

t.test(
  'given a place inside of what is backed up, when a backup is asked for, then it is refused and makes nothing',
  async (t) => {
    const files = await mkdtemp(join(tmpdir(), 'oms-backup-files-'))
    t.teardown(() => rm(files, { recursive: true, force: true }))
    const { dataDir } = await runningSystem(t, { url: 'postgres://127.0.0.1:1/x', filesUrl: '' }, { ASSET_DIR: files })
    const { signal } = new AbortController()
    const configDir = join(root, 'config')
    for (const folder of [dataDir, files, configDir]) {
      const plan = { to: join(folder, 'backup'), dataDir, configDir, print: () => undefined, signal }
      await t.rejects(makeBackup(plan), { name: 'StartError', message: `is inside of ${folder}, which is backed up` })
      t.notOk((await readdir(folder)).some((name) => name.startsWith('backup')))
    }
  },
)

t.test('given files in a folder that the system was started with, when a backup is made, then it has them', async (t) => {
  const { owner, url } = await testDatabase(t, 'catalog-assets')
  const { folder, path } = await storedFile(t, owner)
  const { dataDir, to } = await runningSystem(t, { url: owner.url, filesUrl: url }, assetStoreEnvironment({ ASSET_DIR: folder }))
  const run = async () => {
    const child = spawn(process.execPath, ['--conditions=development', omsProgram, 'assets', 'verify'], {
      env: { ...process.env, OMS_PROFILE: 'local', OMS_DATA_DIR: dataDir, ASSET_DIR: dataDir, ASSET_STORE: 's3' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return [await text(child.stdout), child.exitCode ?? (await once(child, 'close'))[0]]
  }
  t.same(await run(), ['1 files checked; 0 missing, 0 altered.\n', 0], 'they are verified there, whatever this environment names')
  const plan = { to, dataDir, configDir: join(root, 'config'), print: () => undefined, signal: new AbortController().signal }
  t.equal(await makeBackup(plan), true, 'no file is missing')
  t.equal(await readFile(join(to, 'assets', path), 'utf8'), await readFile(join(folder, path), 'utf8'))
})

t.test('given a backup under way, when its process gets SIGTERM, then what it had begun is removed', async (t) => {
  const { owner, url } = await testDatabase(t, 'catalog-assets')
  const { place, dataDir, to } = await runningSystem(t, { url: owner.url, filesUrl: url })
  await owner.inTransaction(async (transaction) => {
    // The copy of the files waits for it.
    await transaction.execute({ text: 'lock table stored_file in access exclusive mode' })
    const child = spawn(process.execPath, ['--conditions=development', omsProgram, 'backup', '--to', to], {
      env: { ...process.env, OMS_PROFILE: 'local', OMS_DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'close')
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    await eventually(async () => (await readdir(place)).some((name) => name.startsWith('backup.unfinished-')), 'it has begun')
    child.kill('SIGTERM')
    t.same(await ended, [130, null])
    t.match(errors, /interrupted/)
  })
  t.same(await readdir(place), ['data'])
})
