import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfigContent } from './load-tenant-config.ts'
import { readConfigFolder } from './read-config-folder.ts'

const contract = { folder: 'texts', ending: '.txt', summary: 'Texts.', read: (files: readonly { path: string }[]) => files }

t.test('given files in folders and beside them, when they are read, then only those with the ending are, sorted', async (t) => {
  const directory = t.testdir({
    'settings.json': '{}',
    'texts.a.en.txt': 'flat',
    texts: {
      'b.txt': 'b',
      '.hidden.txt': 'x',
      'notes.md': 'x',
      '..data': { 'c.txt': 'x' },
      a: { 'en.txt': 'å', deeper: { 'x.txt': 'x' } },
    },
  })
  t.same(await readConfigFolder(directory, contract), {
    files: [
      { path: 'texts.a.en.txt', text: 'flat' },
      { path: 'texts/a/en.txt', text: 'å' },
      { path: 'texts/b.txt', text: 'b' },
    ],
  })
  t.same(await readConfigFolder(t.testdir({}), contract), { files: [] })
})

t.test('given a file that is too large, no text or a dead link, when the folder is read, then each is a problem', async (t) => {
  const directory = t.testdir({ texts: { 'large.txt': 'x'.repeat(70_000) } })
  writeFileSync(join(directory, 'texts', 'binary.txt'), Buffer.from([0xff, 0xfe, 0x00]))
  symlinkSync('nowhere', join(directory, 'texts', 'link.txt'))
  const read = await readConfigFolder(directory, contract)
  t.match(read, {
    problems: [
      { file: 'texts/binary.txt' },
      { file: 'texts/large.txt', reason: /64 KiB/ },
      { file: 'texts/link.txt', reason: /ENOENT/ },
    ],
  })
})

t.test('given a folder, when one of its files changes, then the hash of the configuration does too', async (t) => {
  const directory = t.testdir({})
  const readContentHash = async () => (await readConfigContent({ directory, files: { texts: contract } })).hash
  const empty = await readContentHash()
  mkdirSync(join(directory, 'texts'))
  writeFileSync(join(directory, 'texts', 'a.txt'), 'a')
  const first = await readContentHash()
  writeFileSync(join(directory, 'texts', 'a.txt'), 'b')
  t.equal(new Set([empty, first, await readContentHash()]).size, 3)
})
