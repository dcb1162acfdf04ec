import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import t, { type Test } from 'tap'
import { keysIn, sampleFile, sampleImage } from '../../testing/sample-files.ts'
import { addAsset, contentsInRows, deleteAsset, insertPlace, type TestStorage, testStorage } from '../../testing/test-storage.ts'
import { contentKeys } from './file-store.ts'
import { removeReleased } from './maintain-files.ts'
import { storeFile } from './store-file.ts'
import { dropHolds, keepStoredFiles, referToFiles, releaseFiles, storedFiles } from './stored-file-rows.ts'
import { removeContent, sweepFiles } from './sweep-files.ts'

const removeAll = async (storage: TestStorage) => {
  while ((await removeReleased(storage)) > 0);
}

/**
 * Removes orphans of any age by default. It needs a row of any file: without one it takes the
 * database for that of another store.
 */
const sweep = (storage: TestStorage, graceMs = -60_000) => sweepFiles(storage, { graceMs, onMissing: () => t.fail('missing') })

/** A storage in which an asset has a file already. */
async function storageInUse(t: Test): Promise<TestStorage & { used: string }> {
  const storage = await testStorage(t)
  const file = await sampleFile(storage.incoming)
  await addAsset(storage, 'used', file)
  return { ...storage, used: file.sha256 }
}

t.test('given one file of several assets, when they are added and deleted, then it is removed with the last', async (t) => {
  const storage = await testStorage(t)
  const image = await sampleImage(storage.incoming, 'one picture')
  await Promise.all(Array.from({ length: 8 }, (_, index) => addAsset(storage, `asset ${index}`, image)))
  t.same(await keysIn(storage.store), contentKeys(image.sha256).sort())
  const row = (await storedFiles(storage, [image.sha256])).get(image.sha256)
  t.match(row, { length: 11, contentType: 'image/png', width: 800, height: 600, hasPreviews: true })
  t.equal((await storage.query({ text: 'select from file_hold' })).length, 0, 'no hold is left')

  for (let index = 0; index < 7; index++) await deleteAsset(storage, `asset ${index}`)
  await removeAll(storage)
  t.same(await contentsInRows(storage), [image.sha256], 'one reference is left')
  t.equal((await keysIn(storage.store)).length, 3)
  await deleteAsset(storage, 'asset 7')
  await removeAll(storage)
  t.same(await contentsInRows(storage), [])
  t.same(await keysIn(storage.store), [])
})

t.test('when a transaction that releases a file is rolled back, then the file stays', async (t) => {
  const storage = await testStorage(t)
  const file = await sampleFile(storage.incoming)
  await addAsset(storage, 'a', file)
  const undone = storage.inTransaction(async (tx) => {
    await tx.query({ text: 'delete from asset_place' })
    await releaseFiles(tx, [file.sha256])
    throw new Error('undone')
  })
  await t.rejects(undone, /undone/)
  await removeAll(storage)
  t.same(await keysIn(storage.store), [file.sha256])
})

t.test('given a row with a file, when the file is not stored, then the row is refused', async (t) => {
  const storage = await testStorage(t)
  const unknown = 'a'.repeat(64)
  await t.rejects(
    storage.inTransaction((tx) => insertPlace(tx, 'a', unknown)),
    { code: '23503' },
  )
  const file = await sampleFile(storage.incoming)
  await t.rejects(storeFile(storage, { ...file, path: join(storage.incoming, 'nowhere') }))
  t.equal((await storage.query({ text: 'select from file_hold' })).length, 0, 'what could not be stored is not held')
  t.same(await contentsInRows(storage), [])
})

t.test('given a file held by a running write, when its last reference goes, then it stays until the hold ends', async (t) => {
  const storage = await testStorage(t)
  const file = await sampleFile(storage.incoming)
  await addAsset(storage, 'old', file)
  const held = await storeFile(storage, file)
  await deleteAsset(storage, 'old')
  await removeAll(storage)
  t.same(await keysIn(storage.store), [file.sha256], 'it is held')
  await storage.inTransaction(async (tx) => {
    await referToFiles(tx, [held])
    await insertPlace(tx, 'new', file.sha256)
  })
  await removeAll(storage)
  t.same(await keysIn(storage.store), [file.sha256], 'it is referred to')

  const given = await storeFile(storage, file)
  await deleteAsset(storage, 'new')
  await dropHolds(storage, [given.holdId])
  await removeAll(storage)
  t.same(await keysIn(storage.store), [], 'the hold was given up')
})

t.test('given a write that took longer than its hold, when it refers to its file, then it is refused', async (t) => {
  const storage = await storageInUse(t)
  const file = await sampleFile(storage.incoming)
  const held = await storeFile(storage, file)
  await storage.query({ text: `update file_hold set expires = now() - interval '1 second'` })
  const { orphans } = await sweep(storage)
  t.equal(orphans, 1)
  const late = storage.inTransaction(async (tx) => {
    await referToFiles(tx, [held])
    await insertPlace(tx, 'a', file.sha256)
  })
  await t.rejects(late, { code: 'Unavailable' })
  t.same(await contentsInRows(storage), [storage.used])
})

t.test(
  'given a file that is being removed, when another asset takes it over, then it either keeps it or the write fails',
  async (t) => {
    const storage = await testStorage(t)
    const file = await sampleFile(storage.incoming)
    await addAsset(storage, 'a', file)
    await deleteAsset(storage, 'a')
    const kept = Promise.withResolvers<void>()
    const removal = kept.promise.then(() => removeReleased(storage))
    const gone = await storage.inTransaction(async (tx) => {
      const missing = await keepStoredFiles(tx, [file.sha256, 'b'.repeat(64)])
      kept.resolve()
      t.equal(await removal, 0)
      await insertPlace(tx, 'b', file.sha256)
      return missing
    })
    t.same(gone, ['b'.repeat(64)])
    await removeAll(storage)
    t.same(await keysIn(storage.store), [file.sha256])
    await deleteAsset(storage, 'b')
    await removeAll(storage)
    t.same(await storage.inTransaction((tx) => keepStoredFiles(tx, [file.sha256])), [file.sha256])
  },
)

t.test(
  'given a removal that looks for uses, when a write commits between any two of its statements, then the file stays',
  async (t) => {
    for (let point = 1; point <= 5; point++) {
      const storage = await testStorage(t)
      const file = await sampleFile(storage.incoming)
      const held = await storeFile(storage, file)
      const reached = Promise.withResolvers<void>()
      const written = reached.promise.then(() =>
        storage.inTransaction(async (tx) => {
          await referToFiles(tx, [held])
          await insertPlace(tx, 'a', file.sha256)
        }),
      )
      let statements = 0
      const atStatement = async () => {
        statements += 1
        if (statements !== point) return
        reached.resolve()
        await written
      }
      const removal: TestStorage = {
        ...storage,
        inTransaction: (work) =>
          storage.inTransaction((tx) =>
            work({
              ...joinTransaction(tx),
              query: (statement) => atStatement().then(() => tx.query(statement)),
              execute: (statement) => atStatement().then(() => tx.execute(statement)),
            }),
          ),
      }
      await removeContent(removal, file.sha256)
      reached.resolve()
      await written
      t.same(await keysIn(storage.store), [file.sha256], `before statement ${point}`)
    }
  },
)

t.test('given equal contents, when they are added, deleted and removed concurrently, then no row lacks its file', async (t) => {
  const storage = await storageInUse(t)
  const files = await Promise.all(['x', 'y', 'z'].map((content) => sampleImage(storage.incoming, content)))
  let isDone = false
  const remover = async () => {
    for (let last = false; !last; last = isDone) await removeReleased(storage)
  }
  const worker = async (name: number) => {
    for (let round = 0; round < 25; round++) {
      const file = files[(name + round) % files.length]
      if (file === undefined) return
      const assetId = `${name}-${round}`
      await addAsset(storage, assetId, file)
      for (const key of contentKeys(file.sha256)) if ((await storage.store.exists(key)) === null) t.fail(`${key} is missing`)
      const stream = await storage.store.open(file.sha256)
      if (stream === null || (await text(stream)).length !== 1) t.fail('the content is missing')
      await deleteAsset(storage, assetId)
    }
  }
  // No age protects what is being written from a sweep that goes by a clock of the future, so it
  // leaves that alone.
  const spared = { ...storage, store: { ...storage.store, removeUnfinished: async () => 0 } }
  const sweeper = async () => {
    for (let last = false; !last; last = isDone) await sweep(spared)
  }
  const helpers = [remover(), remover(), sweeper()]
  await Promise.all(Array.from({ length: 6 }, (_, name) => worker(name)))
  isDone = true
  await Promise.all(helpers)
  await removeAll(storage)
  await sweep(storage)
  t.same(await contentsInRows(storage), [storage.used])
  t.same(await keysIn(storage.store), [storage.used])
})

/** Starts a process, kills it once it has written a line, and returns the line. */
async function killedAfterLine(t: Test, storage: TestStorage, role: 'store' | 'remove'): Promise<string> {
  const program = fileURLToPath(new URL('../../testing/dies-with-file.ts', import.meta.url))
  const args = ['--conditions=development', program, role, storage.url, storage.storeFolder, storage.incoming]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await exit
  return String(line).trim()
}

t.test('given a process killed between file and row, when the sweep runs later, then it removes the orphan', async (t) => {
  const storage = await storageInUse(t)
  const sha256 = await killedAfterLine(t, storage, 'store')
  t.same(await contentsInRows(storage), [storage.used])
  t.same(await keysIn(storage.store), [storage.used, ...contentKeys(sha256)].sort())
  t.match(await sweep(storage, 3_600_000), { files: 2, orphans: 0 }, 'it is young')
  t.match(await sweep(storage), { orphans: 0 }, 'it is held')
  await storage.query({ text: `update file_hold set expires = now() - interval '1 second'` })
  t.match(await sweep(storage), { files: 2, orphans: 1 })
  t.same(await keysIn(storage.store), [storage.used])
})

t.test('given a process killed between commit and removal, when the sweep runs, then it removes the left files', async (t) => {
  const storage = await storageInUse(t)
  const image = await sampleImage(storage.incoming)
  await addAsset(storage, 'a', image)
  await deleteAsset(storage, 'a')
  t.equal(await killedAfterLine(t, storage, 'remove'), image.sha256)
  t.same(await contentsInRows(storage), [storage.used])
  t.equal((await keysIn(storage.store)).length, 4)
  t.match(await sweep(storage), { files: 2, orphans: 1 })
  t.same(await keysIn(storage.store), [storage.used])
})
