import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@oms/service-kit/testing/test-database'
import { eventually } from '@oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { writeRunFile } from '../run-file.ts'
import { root } from '../start/system-options.ts'
import { makeBackup } from './make-backup.ts'

/** A place with the data folder of a running system that has one database. */
async function runningSystem(t: Test, { url, filesUrl }: { url: string; filesUrl: string }) {
  const place = await mkdtemp(join(tmpdir(), 'oms-backup-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const dataDir = join(place, 'data')
  await mkdir(dataDir)
  const urls = { 'catalog-assets': url, 'orders-workflow': url, 'accounting-read': url }
  const databaseUrls = { 'catalog-assets': filesUrl }
  writeRunFile({ gatewayUrl: '', publicBase: '', natsUrls: {}, databaseUrls, migrationUrls: urls, adminUrls: urls }, dataDir)
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

t.test('given a backup under way, when its process gets SIGTERM, then what it had begun is removed', async (t) => {
  const { owner, url } = await testDatabase(t, 'catalog-assets')
  const { place, dataDir, to } = await runningSystem(t, { url: owner.url, filesUrl: url })
  await owner.inTransaction(async (transaction) => {
    // The copy of the files waits for it.
    await transaction.execute({ text: 'lock table stored_file in access exclusive mode' })
    const program = join(root, 'tools', 'backup.ts')
    const child = spawn(process.execPath, ['--conditions=development', program, '--to', to], {
      env: { ...process.env, OMS_DATA_DIR: dataDir },
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
