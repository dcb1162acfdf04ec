import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { type TestCatalog, testCatalog } from '../../testing/test-catalog.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { contentKeys } from '../storage/file-store.ts'
import { removeReleased } from '../storage/maintain-files.ts'
import { sweepFiles } from '../storage/sweep-files.ts'

const program = fileURLToPath(new URL('../../testing/dies-adding-assets.ts', import.meta.url))

const points = ['stored', 'written', 'committed'] as const
type Point = (typeof points)[number]

/** Lets a process replace the assets, and kills it when each is at its point. */
async function killedReplacing(
  pointUrl: (point: Point) => string,
  { catalog, incoming }: { catalog: TestCatalog; incoming: string },
): Promise<void> {
  const replacements = points.map((point) => ({ point, code: point, assetId: `front-${point}`, externalUrl: pointUrl(point) }))
  const child = fork(program, [catalog.database.url, storeFolder(catalog), incoming, JSON.stringify(replacements)])
  const [, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error('The process should have been killed while it replaces assets.')
}

const storeFolder = ({ store }: TestCatalog) => store.name.replace(/^fs:/, '')

/** Lets holds expire and sweeps, as happens within an hour after the death. */
async function heal({ database, store }: TestCatalog): Promise<number> {
  await database.query({ text: `update file_hold set expires = now() - interval '1 second'` })
  const deps = { ...database, store, now: () => new Date() }
  const { orphans, missing } = await sweepFiles(deps, { graceMs: -60_000, onMissing: () => t.fail('a file is missing') })
  while ((await removeReleased(deps)) > 0);
  t.equal(missing, 0)
  return orphans
}

/** Checks that store, rows and products agree; returns what each product has. */
async function agree(t: Test, { send, database, store }: TestCatalog) {
  const bodies = await Promise.all(points.map(async (point) => (await send({ url: `/api/products/${point}` })).body))
  const urls: string[][] = bodies.map(({ assets }) => assets.map(({ url }: { url: string }) => url))
  const contents = urls.flat().map((url) => url.slice(-64))
  const rows = async (text: string) => (await database.query<{ sha256: string }>({ text })).map(({ sha256 }) => sha256).sort()
  t.same(await rows('select sha256 from asset_place'), contents.toSorted())
  t.same(await rows('select sha256 from stored_file'), contents.toSorted())
  t.same(await rows('select sha256::text from file_hold'), [])
  t.same(await keysIn(store), contents.flatMap(contentKeys).sort())
  const states = bodies.map(({ revision }, index) => ({ urls: urls[index] as string[], revision: revision as number }))
  return Object.fromEntries(points.map((point, index) => [point, states[index]])) as Record<Point, (typeof states)[number]>
}

t.test('given a process that is killed while it replaces assets, then each is the old or the new one, complete', async (t) => {
  const catalog = await testCatalog(t)
  const origin = await imageHost(t)
  const colours = { stored: ['red', 'blue'], written: ['green', 'yellow'], committed: ['black', 'white'] } as const
  for (const point of points) {
    const [old, next] = colours[point]
    origin.files.set(`/old-${point}.png`, await png(old)).set(`/new-${point}.png`, await png(next))
  }
  const pointUrl = (age: 'old' | 'new') => (point: Point) => `${origin.url}/${age}-${point}.png`
  const replace = (point: Point, externalUrl: string) => {
    const url = `/api/products/Assets/AddAssets/${point}`
    return catalog.send({ method: 'POST', url, body: [{ assetId: `front-${point}`, externalUrl }] })
  }
  for (const point of points) {
    await catalog.send({ method: 'POST', url: '/api/products', body: { productId: point } })
    await replace(point, pointUrl('old')(point))
  }
  const before = await agree(t, catalog)
  const { length: keysBefore } = await keysIn(catalog.store)

  await killedReplacing(pointUrl('new'), { catalog, incoming: await testFolder(t) })
  const { length } = await keysIn(catalog.store)
  t.equal(length, 2 * keysBefore, 'old and new files exist')
  t.equal(await heal(catalog), 2, 'the new files of those that were not committed are orphans')
  const after = await agree(t, catalog)
  const sequences = async (point: Point) =>
    (await catalog.events()).filter(({ subject }) => subject === `front-${point}`).map(({ sequence }) => sequence)
  for (const point of ['stored', 'written'] as const) {
    t.same(after[point], before[point], `${point}: everything is as it was`)
    t.same(await sequences(point), [1], point)
  }
  t.not(after.committed.urls[0], before.committed.urls[0])
  t.same([after.committed.revision, await sequences('committed')], [before.committed.revision + 1, [1, 2]])

  for (const point of points) {
    const age = point === 'committed' ? 'old' : 'new'
    t.equal((await replace(point, pointUrl(age)(point))).status, 200, `${point}: and the next one continues`)
  }
  await heal(catalog)
  await agree(t, catalog)
})
