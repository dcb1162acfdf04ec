import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { keepStream } from './keep-stream.ts'

async function createTestFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-keep-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

t.test('given a stream, when it is kept, then there is a private file with its content, length and hash', async (t) => {
  const folder = await createTestFolder(t)
  const content = randomBytes(200_000)
  const pieces = [content.subarray(0, 7), content.subarray(7, 150_000), content.subarray(150_000)]
  const kept = await keepStream(Readable.from(pieces), { folder, bytesMax: content.length })
  t.same(await readFile(kept.path), content)
  t.equal(kept.length, content.length)
  t.equal(kept.sha256, createHash('sha256').update(content).digest('hex'))
  t.equal((await stat(kept.path)).mode & 0o077, 0, 'nobody else may read it')
})

t.test('given a kept stream, when it is discarded twice, then it is deleted with everything beside it', async (t) => {
  const folder = await createTestFolder(t)
  const kept = await keepStream(Readable.from([Buffer.from('x')]), { folder, bytesMax: 1 })
  await writeFile(join(kept.path, '..', 'beside'), 'y')
  await kept.discard()
  await kept.discard()
  t.same(await readdir(folder), [])
})

t.test('given a deleted folder, when a stream is kept, then the folder is created again', async (t) => {
  const folder = join(await createTestFolder(t), 'not', 'there')
  await t.resolves(keepStream(Readable.from([Buffer.from('x')]), { folder, bytesMax: 1 }))
})

t.test('given a stream one byte too long, when it is kept, then it is refused and the file is deleted', async (t) => {
  const folder = await createTestFolder(t)
  const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(1), Buffer.alloc(5)])
  await t.rejects(keepStream(stream, { folder, bytesMax: 10 }), { name: 'StreamTooLong' })
  t.notOk(stream.destroyed)
  t.same(await readdir(folder), [])
})

t.test('given a stream without end, when it is kept, then it is left as soon as it is too long', async (t) => {
  const folder = await createTestFolder(t)
  let made = 0
  const endless = new Readable({
    read() {
      made += 1
      this.push(Buffer.alloc(1_000))
    },
  })
  await t.rejects(keepStream(endless, { folder, bytesMax: 100_000 }), { name: 'StreamTooLong' })
  t.ok(made < 1_000)
  endless.destroy()
})

t.test('given a stream that breaks off or a disk that fails, then the errors differ', async (t) => {
  const folder = await createTestFolder(t)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('gone')
    })(),
  )
  await t.rejects(keepStream(broken, { folder, bytesMax: 100 }), { name: 'StreamBroke' })
  const destroyed = new Readable({ read: () => undefined })
  destroyed.destroy()
  await t.rejects(keepStream(destroyed, { folder, bytesMax: 100 }), { name: 'StreamBroke' })
  t.same(await readdir(folder), [])
  const file = join(folder, 'file')
  await writeFile(file, '')
  await t.rejects(keepStream(Readable.from([Buffer.from('x')]), { folder: file, bytesMax: 100 }), { code: 'EEXIST' })
})
