import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { fetchNatsRelease, findNatsServer } from './find-nats-server.ts'

/** A way to fetch that needs no network. */
async function planted(folder: string): Promise<string> {
  const program = join(folder, 'program')
  writeFileSync(program, '', { mode: 0o755 })
  return program
}

t.test('given an installed NATS server, when one is searched for, then it is used and none is fetched', async (t) => {
  const folder = t.testdir({ sbin: { 'nats-server': '' }, cache: {} })
  chmodSync(join(folder, 'sbin', 'nats-server'), 0o755)
  const search = { wanted: '', cacheFolder: join(folder, 'cache'), folders: [join(folder, 'bin'), join(folder, 'sbin')] }
  const fetchers = [async () => t.fail('nothing is fetched') as never]
  t.equal(await findNatsServer({ ...search, fetchers }), join(folder, 'sbin', 'nats-server'))
})

t.test('given an installed NATS server, when another is named or fetching is asked for, then that one is used', async (t) => {
  const folder = t.testdir({ sbin: { 'nats-server': '' }, own: { server: '' } })
  const [own, sbin] = [join(folder, 'own', 'server'), join(folder, 'sbin')]
  for (const file of [own, join(sbin, 'nats-server')]) chmodSync(file, 0o755)
  const search = { cacheFolder: join(folder, 'cache'), folders: [sbin], fetchers: [planted] }
  t.equal(await findNatsServer({ ...search, wanted: own }), own)
  t.equal(await findNatsServer({ ...search, wanted: 'fetch' }), join(folder, 'cache', 'nats-server'))
  await t.rejects(findNatsServer({ ...search, wanted: '/nowhere' }), { message: /OMS_NATS_SERVER is \/nowhere/ })
})

t.test('given a file that cannot be run, when a NATS server is searched for, then it is passed over', async (t) => {
  const folder = t.testdir({ sbin: { 'nats-server': '' } })
  const search = { wanted: '', cacheFolder: join(folder, 'cache'), folders: [join(folder, 'sbin')] }
  t.equal(await findNatsServer({ ...search, fetchers: [planted] }), join(folder, 'cache', 'nats-server'))
})

t.test('given ways to fetch a NATS server, when one fails, then the next is tried, else the error says why', async (t) => {
  const cacheFolder = join(t.testdir({}), 'cache')
  const broken = (reason: string) => async () => {
    throw new Error(reason)
  }
  const search = { wanted: '', cacheFolder, folders: [] }
  const failing = findNatsServer({ ...search, fetchers: [broken('no apt-get'), broken('no network')] })
  await t.rejects(failing, { name: 'StartError', message: /no apt-get.*no network.*apt-get install nats-server.*NATS_URL/s })
  t.equal(await findNatsServer({ ...search, fetchers: [broken('no apt-get'), planted] }), join(cacheFolder, 'nats-server'))
  t.same(readdirSync(cacheFolder), ['nats-server'], 'nothing but the program is left')
})

/** A server like the one of the releases, with an archive of a program and a list of checksums. */
async function releaseServer(t: Tap, listed: (archive: Buffer) => string): Promise<string> {
  const folder = t.testdir({})
  const server = createServer((request, response) => {
    const file = request.url?.split('/').at(-1) ?? ''
    const name = file.replace('.tar.gz', '')
    if (file === 'SHA256SUMS') {
      // The list is asked for at the same time as the archive.
      void packed.promise.then(({ archiveName, content }) =>
        response.end(`${'0'.repeat(64)}  another-file.zip\n${listed(content)}  ${archiveName}\n`),
      )
      return
    }
    const content = pack(folder, name)
    packed.resolve({ archiveName: file, content })
    response.end(content)
  })
  const packed = Promise.withResolvers<{ archiveName: string; content: Buffer }>()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Tap = Pick<typeof t, 'testdir' | 'teardown'>

function pack(folder: string, name: string): Buffer {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'nats-server'), 'the program')
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder })
  return readFileSync(join(folder, `${name}.tar.gz`))
}

t.test('given a NATS release with the listed checksum, when it is fetched, then it is unpacked and found again', async (t) => {
  const url = await releaseServer(t, (archive) => createHash('sha256').update(archive).digest('hex'))
  const search = { wanted: '', cacheFolder: join(t.testdir({}), 'cache'), folders: [] }
  const program = await findNatsServer({ ...search, fetchers: [(folder) => fetchNatsRelease(folder, url)] })
  t.equal(readFileSync(program, 'utf8'), 'the program')
  t.equal(await findNatsServer({ ...search, fetchers: [] }), program, 'and the next start finds it there')
})

t.test('given a NATS release with another checksum, when it is fetched, then it is refused and not unpacked', async (t) => {
  const url = await releaseServer(t, () => 'f'.repeat(64))
  const folder = join(t.testdir({ into: {} }), 'into')
  await t.rejects(fetchNatsRelease(folder, url), { cause: { message: /checksum is wrong/ } })
  t.same(readdirSync(folder), [], 'nothing was unpacked')
})
