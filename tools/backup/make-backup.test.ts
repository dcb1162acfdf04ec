import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@oms/service-kit/testing/test-database'
import t from 'tap'
import { writeRunFile } from '../run-file.ts'
import { root } from '../start/system-options.ts'
import { makeBackup } from './make-backup.ts'

t.test('given files that cannot be copied, when a backup is made, then it fails and leaves nothing', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'oms-backup-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const dataDir = join(place, 'data')
  await mkdir(dataDir)
  const { url } = await testDatabase(t)
  const urls = { 'catalog-assets': url, 'orders-workflow': url, 'accounting-read': url }
  const databaseUrls = { 'catalog-assets': 'postgres://127.0.0.1:1/nowhere' }
  const run = { gatewayUrl: '', publicBase: '', natsUrls: {}, databaseUrls, migrationUrls: urls, adminUrls: urls }
  writeRunFile(run, dataDir)
  const plan = { to: join(place, 'backup'), dataDir, configDir: join(root, 'config'), print: () => undefined }
  await t.rejects(makeBackup(plan), { name: 'StartError', message: /files of assets could not be copied/ })
  t.same(await readdir(place), ['data'])
})
