import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findPoppler } from './find-poppler.ts'

/** Programs that print their arguments, the folder of libraries first. */
function plant(folder: string, architecture: string): void {
  const [programs, libraries] = [join(folder, 'usr', 'bin'), join(folder, 'usr', 'lib', architecture)]
  for (const place of [programs, libraries]) mkdirSync(place, { recursive: true })
  for (const name of ['pdftotext', 'pdftoppm']) {
    writeFileSync(join(programs, name), '#!/bin/sh\necho "$LD_LIBRARY_PATH" "$@"\n')
    chmodSync(join(programs, name), 0o755)
  }
}

const nothing = async () => Promise.reject(new Error('nothing is fetched'))

t.test('given installed Poppler programs, when they are searched for, then they are used and none is fetched', async (t) => {
  const folder = t.testdir({})
  plant(folder, 'any')
  const poppler = await findPoppler({
    folders: ['/nowhere', join(folder, 'usr', 'bin')],
    cacheFolder: join(folder, 'no'),
    fetch: nothing,
  })
  t.match(await poppler.toText('a.pdf'), /-layout .*a\.pdf -/)
})

t.test('given no installed Poppler, when it is searched for, then it is fetched once with its own libraries', async (t) => {
  const cacheFolder = join(t.testdir({}), 'cache', 'poppler')
  const search = { folders: [], cacheFolder, fetch: async (folder: string) => plant(folder, 'x86_64-linux-gnu') }
  const text = await (await findPoppler(search)).toText('a.pdf')
  t.ok(text.startsWith(join(cacheFolder, 'usr', 'lib', 'x86_64-linux-gnu')), text)
  t.ok(await findPoppler({ ...search, fetch: nothing }), 'and the next search finds them there')
})

t.test('given two concurrent searches, then both find the same programs', async (t) => {
  const parent = t.testdir({})
  const search = { folders: [], cacheFolder: join(parent, 'poppler'), fetch: async (folder: string) => plant(folder, 'any') }
  await Promise.all([findPoppler(search), findPoppler(search)])
  t.same(readdirSync(parent), ['poppler'])
})

t.test('given no way to fetch Poppler, when it is searched for, then the error says how to install it', async (t) => {
  const cacheFolder = join(t.testdir({}), 'poppler')
  const broken = async () => Promise.reject(new Error('no apt-get'))
  await t.rejects(findPoppler({ folders: [], cacheFolder, fetch: broken }), {
    name: 'StartError',
    message: /no apt-get.*apt-get install poppler-utils/s,
  })
  t.notOk(existsSync(cacheFolder), 'nothing is left behind')
})
