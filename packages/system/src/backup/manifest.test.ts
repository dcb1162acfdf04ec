import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productVersion } from '@open-oms/contracts/version'
import t, { type Test } from 'tap'
import { root } from '../root.ts'
import { writeSums } from './file-sums.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const database = { migrations: { kit: [], public: [] }, tables: [], sequences: {} }
const content = {
  begun: '2026-01-01T00:00:00.000Z',
  publicBase: 'http://127.0.0.1:8080',
  databases: { 'catalog-assets': database, 'orders-workflow': database, 'accounting-read': database },
}

async function backup(t: Test, changed: Partial<Manifest> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-manifest-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'picture'), 'picture')
  await writeManifest(folder, content)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }))
  await writeSums(folder)
  return folder
}

t.test('given a whole backup of this version, then its manifest is read and its files are for its owner only', async (t) => {
  const folder = await backup(t)
  t.match(await readManifest(folder), { ...content, version: productVersion })
  for (const file of ['manifest.json', 'assets/picture']) t.equal((await stat(join(folder, file))).mode & 0o777, 0o600)
})

t.test(
  'given a file that has changed, is missing or is foreign, then the backup is refused by the name of the file',
  async (t) => {
    const changed = await backup(t)
    await appendFile(join(changed, 'assets', 'picture'), '!')
    await t.rejects(readManifest(changed), { name: 'StartError', message: /damaged: assets\/picture has changed/ })
    const missing = await backup(t)
    await rm(join(missing, 'assets', 'picture'))
    await t.rejects(readManifest(missing), { message: /damaged: assets\/picture is missing/ })
    const foreign = await backup(t)
    await writeFile(join(foreign, 'assets', 'another'), '')
    await t.rejects(readManifest(foreign), { message: /damaged: assets\/another is no part of it/ })
  },
)

const withMigration = (name: string) => ({
  ...content.databases,
  'orders-workflow': { ...database, migrations: { kit: [], public: [name] } },
})

t.test('given a backup of a newer version or form, then it is refused with the version that restores it', async (t) => {
  for (const version of ['99.0.0', '1.99.0', '1.0.99', '10.0.0']) {
    const message = new RegExp(`made by version ${version}; this is ${productVersion}. Restore it with ${version} or a later`)
    await t.rejects(readManifest(await backup(t, { version })), { name: 'StartError', message })
  }
  await t.rejects(readManifest(await backup(t, { form: 2 })), { message: /form 2, which is newer/ })
})

t.test('given a backup of an older version, then it is read as long as its migrations are known here', async (t) => {
  t.match(await readManifest(await backup(t, { version: '0.1.0' })), { version: '0.1.0' })
  const databases = withMigration('20200101000000_left_out')
  await t.rejects(readManifest(await backup(t, { version: '0.1.0', databases })), {
    message: /by version 0\.1\.0; .*unknown here: 20200101000000_left_out\. Restore it with 0\.1\.0, upgrade step by step/,
  })
})

t.test('given a backup of this version with other migrations, then the commit that made it is named', async (t) => {
  const databases = withMigration('29990101000000_later')
  await t.rejects(readManifest(await backup(t, { revision: 'abc123', databases })), {
    message: /29990101000000_later\. Restore it with the build that made it, of commit abc123\./,
  })
})

t.test('given a backup that says no version, then it is refused', async (t) => {
  for (const version of ['', 'local', '1.0'])
    await t.rejects(readManifest(await backup(t, { version })), { name: 'StartError', message: /Without a version X\.Y\.Z/ })
})

t.test(
  'given a data folder with anything in it, when a backup is restored there, then it is refused and left as it was',
  async (t) => {
    const [from, dataDir] = [await backup(t), await mkdtemp(join(tmpdir(), 'oms-data-'))]
    t.teardown(() => rm(dataDir, { recursive: true, force: true }))
    await writeFile(join(dataDir, 'start.json'), 'mine')
    const { signal } = new AbortController()
    const plan = { from, dataDir, isReplacing: false, publicUrl: null, print: () => undefined, signal }
    await t.rejects(restoreBackup(plan), { name: 'StartError', message: /is not empty/ })
    t.equal(await readFile(join(dataDir, 'start.json'), 'utf8'), 'mine')
  },
)

t.test('when a restore is interrupted, then what it had begun is removed and the data folder is as it was', async (t) => {
  const [from, place] = [await backup(t), await mkdtemp(join(tmpdir(), 'oms-data-'))]
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const dataDir = join(place, 'data')
  await mkdir(dataDir)
  await mkdir(join(place, 'other.unfinished-Ab12Cd'))
  await writeFile(join(dataDir, 'start.json'), 'mine')
  const interruption = new AbortController()
  const printed: string[] = []
  const print = (text: string) => {
    printed.push(text)
    if (text.startsWith('Files and keys')) interruption.abort(new Error('interrupted'))
  }
  const plan = { from, dataDir, isReplacing: true, publicUrl: null, print, signal: interruption.signal }
  await t.rejects(restoreBackup(plan), { message: 'interrupted' })
  t.same(await readdir(place), ['data', 'other.unfinished-Ab12Cd'])
  t.equal(await readFile(join(dataDir, 'start.json'), 'utf8'), 'mine')
  t.match(printed[0], /other\.unfinished-Ab12Cd is of a run that did not end/)
})

t.test('given package.json, when the version of the product is read, then it is the same', async (t) => {
  t.equal(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version, productVersion)
})
