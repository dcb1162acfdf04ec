import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { type TestCatalog, testCatalog } from '../../testing/test-catalog.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { keysOf } from '../storage/file-store.ts'
import { fsStore } from '../storage/fs-store.ts'
import { removeReleased } from '../storage/maintain-files.ts'
import { sweepFiles } from '../storage/sweep-files.ts'

const program = fileURLToPath(new URL('../../testing/dies-adding-assets.ts', import.meta.url))

/** Lets a process replace the asset, and kills it at that point. */
async function killAt(
  point: string,
  { catalog, externalUrl, incoming }: { catalog: TestCatalog; externalUrl: string; incoming: string },
): Promise<void> {
  const folder = catalog.store.name.replace(/^fs:/, '')
  const args = ['--conditions=development', program, point, catalog.database.url, folder, incoming, externalUrl]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [said] = await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGKILL')
  await ended
  t.equal(String(said).trim(), point)
}

/** Lets holds expire and sweeps, as happens within an hour after the death. */
async function heal({ database, store }: TestCatalog): Promise<number> {
  await database.query({ text: `update file_hold set expires = now() - interval '1 second'` })
  const deps = { ...database, store, now: () => new Date() }
  const { orphans, missing } = await sweepFiles(deps, { graceMs: -60_000, onMissing: () => t.fail('a file is missing') })
  while ((await removeReleased(deps)) > 0);
  t.equal(missing, 0)
  return orphans
}

/** Checks that store, rows and product agree. */
async function agree(t: Test, { send, database, store }: TestCatalog): Promise<{ url: string; revision: number }> {
  const product = (await send({ url: '/api/products/cup' })).body
  const contents = product.assets.map(({ url }: { url: string }) => url.slice(-64))
  const rows = async (text: string) => (await database.query<{ sha256: string }>({ text })).map(({ sha256 }) => sha256)
  t.same(await rows('select sha256 from asset_place'), contents)
  t.same(await rows('select sha256 from stored_file'), contents)
  t.same(await rows('select sha256::text from file_hold'), [])
  t.same(await keysIn(store), contents.flatMap(keysOf).sort())
  return { url: product.assets[0].url, revision: product.revision }
}

t.test(
  'given a process that is killed while it replaces an asset, then the old or the new asset is there, complete',
  async (t) => {
    const catalog = await testCatalog(t)
    const origin = await imageHost(t)
    origin.files.set('/old.png', await png('red')).set('/new.png', await png('blue'))
    const replace = (externalUrl: string) =>
      catalog.send({ method: 'POST', url: '/api/products/Assets/AddAssets/cup', body: [{ assetId: 'front', externalUrl }] })
    await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'cup' } })
    await replace(`${origin.url}/old.png`)
    const before = await agree(t, catalog)
    const dying = { catalog, externalUrl: `${origin.url}/new.png`, incoming: await testFolder(t) }

    for (const point of ['stored', 'written']) {
      await killAt(point, dying)
      t.equal(await heal(catalog), 1, `${point}: the new file is an orphan`)
      t.same(await agree(t, catalog), before, `${point}: everything is as it was`)
    }
    const events = async () =>
      (await catalog.events()).filter(({ subject }) => subject === 'front').map(({ sequence }) => sequence)
    t.same(await events(), [1])

    await killAt('committed', dying)
    t.equal((await keysIn(fsStore(catalog.store.name.replace(/^fs:/, '')))).length, 6, 'the old file is still there')
    t.equal(await heal(catalog), 0)
    const after = await agree(t, catalog)
    t.not(after.url, before.url)
    t.same([after.revision, await events()], [before.revision + 1, [1, 2]])

    t.equal((await replace(`${origin.url}/old.png`)).status, 200, 'and the next one goes on')
    await heal(catalog)
    await agree(t, catalog)
  },
)
