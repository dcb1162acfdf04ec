import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import t, { type Test } from 'tap'
import { keysIn, sampleFile } from '../../testing/sample-files.ts'
import { testS3 } from '../../testing/test-bucket.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { type FileStore, previewKey } from './file-store.ts'
import { fsStore } from './fs-store.ts'
import { s3Store } from './s3-store.ts'

const s3 = await testS3(t)

const stores: Record<string, (t: Test) => Promise<FileStore>> = {
  'a folder': async (t) => fsStore(join(await testFolder(t), 'made', 'again')),
  'a bucket': async (t) => {
    const store = s3Store(await s3.bucket())
    t.teardown(() => store.close())
    return store
  },
}

const unknown = 'f'.repeat(64)

for (const [kind, open] of Object.entries(stores)) {
  t.test(`given a store of ${kind}, when a file is put and opened, then its content is returned`, async (t) => {
    const [store, folder] = [await open(t), await testFolder(t)]
    await store.check()
    const file = await sampleFile(folder, 'hello world')
    await store.put(file.sha256, file)
    t.same(await store.exists(file.sha256), { length: 11 })
    const stream = await store.open(file.sha256)
    t.equal(stream && (await text(stream)), 'hello world')
    await store.put(file.sha256, file)
    t.same(await keysIn(store), [file.sha256], 'putting it again does no harm')
    const { path, length } = await sampleFile(folder, '')
    await store.put(previewKey(file.sha256, 160), { path, length, contentType: 'image/webp' })
    const empty = await store.open(previewKey(file.sha256, 160))
    t.equal(empty && (await text(empty)), '', 'an empty file is one')
  })

  t.test(`given a store of ${kind}, when a part of a file is opened, then only that part is returned`, async (t) => {
    const store = await open(t)
    const file = await sampleFile(await testFolder(t), '0123456789')
    await store.put(file.sha256, file)
    const part = async (start: number, end: number) => {
      const stream = await store.open(file.sha256, { start, end })
      return stream && (await text(stream))
    }
    t.equal(await part(0, 0), '0')
    t.equal(await part(3, 5), '345')
    t.equal(await part(9, 9), '9')
    t.equal(await part(0, 9), '0123456789')
  })

  t.test(`given a store of ${kind}, when a file is unknown or removed, then it is null`, async (t) => {
    const store = await open(t)
    t.equal(await store.exists(unknown), null)
    t.equal(await store.open(unknown), null)
    t.equal(await store.open(unknown, { start: 0, end: 3 }), null)
    await store.remove(unknown)
    const file = await sampleFile(await testFolder(t))
    await store.put(file.sha256, file)
    await store.remove(file.sha256)
    t.equal(await store.exists(file.sha256), null)
    t.same(await keysIn(store), [])
  })

  t.test(`given a store of ${kind}, when its files are listed, then all of the prefix are, over several pages`, async (t) => {
    const [store, folder] = [await open(t), await testFolder(t)]
    t.same(await keysIn(store), [], 'none in an empty one')
    const files = await Promise.all(Array.from({ length: 11 }, (_, index) => sampleFile(folder, `file ${index}`)))
    await Promise.all(files.map((file) => store.put(file.sha256, file)))
    const keys = files.map(({ sha256 }) => sha256).sort()
    t.same(await keysIn(store), keys)
    for (const prefix of ['', keys[0]?.slice(0, 1), keys[3]?.slice(0, 2), keys[5]?.slice(0, 3), keys[7]?.slice(0, 9), 'fffff']) {
      const listed: string[] = []
      for await (const { key, length, modified } of store.list(prefix)) {
        listed.push(key)
        t.equal(length, files.find(({ sha256 }) => sha256 === key)?.length)
        t.ok(Math.abs(Date.now() - modified.getTime()) < 600_000, 'it was modified just now')
      }
      t.same(
        listed.sort(),
        keys.filter((key) => key.startsWith(prefix ?? '')),
      )
    }
  })

  t.test(`given a store of ${kind}, when a key has another form, then it is refused`, async (t) => {
    const store = await open(t)
    const file = await sampleFile(await testFolder(t))
    const wrong = [
      '',
      '../x',
      'a',
      `${unknown}/../../x`,
      unknown.toUpperCase(),
      `${unknown}.161.webp`,
      `${unknown}\n`,
      ` ${unknown}`,
    ]
    for (const key of wrong) {
      for (const call of [() => store.put(key, file), () => store.open(key), () => store.exists(key), () => store.remove(key)])
        await t.rejects(async () => await call(), { name: 'InvariantViolated' }, JSON.stringify(key))
    }
    t.same(await keysIn(store), [])
  })

  t.test(`given a store of ${kind}, when one file is written concurrently, then no reader sees a part of it`, async (t) => {
    const [store, folder] = [await open(t), await testFolder(t)]
    const file = await sampleFile(folder, randomBytes(3_000_000))
    let isDone = false
    const seen = new Set<string | undefined>()
    const reading = (async () => {
      for (let last = false; !last; last = isDone) {
        const stream = await store.open(file.sha256)
        seen.add(
          stream === null
            ? 'nothing'
            : createHash('sha256')
                .update(await buffer(stream))
                .digest('hex'),
        )
        await sleep(1)
      }
    })()
    await Promise.all(Array.from({ length: 5 }, () => store.put(file.sha256, file)))
    isDone = true
    await reading
    seen.delete('nothing')
    t.same([...seen], [file.sha256])
  })

  t.test(`given a store of ${kind}, when a file cannot be read to its end, then nothing is stored`, async (t) => {
    const [store, folder] = [await open(t), await testFolder(t)]
    const file = await sampleFile(folder)
    await t.rejects(store.put(file.sha256, { ...file, path: join(folder, 'nowhere') }))
    await t.rejects(store.put(file.sha256, { ...file, length: file.length + 1 }))
    t.same(await keysIn(store), [])
  })

  t.test(`given a store of ${kind}, when a large file is put, then it is stored in parts and returned`, async (t) => {
    const store = await open(t)
    const content = randomBytes(21 * 1024 * 1024)
    const file = await sampleFile(await testFolder(t), content)
    await store.put(file.sha256, file)
    t.same(await store.exists(file.sha256), { length: content.length })
    const hash = createHash('sha256')
    for await (const piece of (await store.open(file.sha256)) ?? []) hash.update(piece)
    t.equal(hash.digest('hex'), file.sha256)
    const across = { start: 8 * 1024 * 1024 - 5, end: 8 * 1024 * 1024 + 4 }
    const stream = await store.open(file.sha256, across)
    t.same(stream && (await buffer(stream)), content.subarray(across.start, across.end + 1), 'across two parts')
  })

  t.test(`given a store of ${kind}, when streams are not read to their end, then they are released`, async (t) => {
    const store = await open(t)
    const file = await sampleFile(await testFolder(t), randomBytes(2_000_000))
    await store.put(file.sha256, file)
    for (let round = 0; round < 120; round++) {
      const stream = await store.open(file.sha256)
      stream?.destroy()
      if (stream && !stream.closed) await once(stream, 'close')
    }
    t.ok(await store.exists(file.sha256), 'files and connections are not used up')
  })
}

t.test('given other objects in a bucket, when its files are listed, then they are left out', async (t) => {
  const options = await s3.bucket()
  const store = s3Store(options)
  t.teardown(() => store.close())
  await s3.client.send(new PutObjectCommand({ Bucket: options.bucket, Key: 'letters/a.txt', Body: 'x' }))
  t.same(await keysIn(store), [])
})

t.test('given other files in a folder, when it is listed and cleaned, then they are left out and stay', async (t) => {
  const folder = await testFolder(t)
  const store = fsStore(folder)
  const file = await sampleFile(await testFolder(t))
  await store.put(file.sha256, file)
  const beside = join(folder, file.sha256.slice(0, 2), file.sha256.slice(2, 4), 'notes.txt')
  for (const path of [join(folder, 'README'), beside]) await writeFile(path, 'x')
  t.same(await keysIn(store), [file.sha256])
  t.equal(await store.removeUnfinished(new Date(Date.now() + 60_000)), 0)
})

t.test('given a service that never responds, when the store is called, then it is Unavailable in time', async (t) => {
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const store = s3Store({ ...(await s3.bucket()), endpoint, responseMs: 50 })
  t.teardown(() => store.close())
  for (const call of [() => store.open(unknown), () => store.exists(unknown), () => store.remove(unknown), () => store.check()])
    await t.rejects(async () => void (await call()), { code: 'Unavailable' })
})

t.test('given a bucket that does not exist, when it is checked, then it is a configuration error', async (t) => {
  const store = s3Store({ ...(await s3.bucket()), bucket: 'nowhere' })
  t.teardown(() => store.close())
  await t.rejects(store.check(), /bucket "nowhere" of the assets does not exist/)
  await t.rejects(store.open(unknown), { code: 'Unavailable' }, 'it is not that the file is missing')
})
