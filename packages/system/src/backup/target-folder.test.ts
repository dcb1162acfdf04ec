import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { prepareTarget, putInPlace } from './target-folder.ts'

async function place(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-target-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'data'))
  return folder
}

const preparing = (folder: string) => ({ kept: [join(folder, 'data')], print: () => undefined })

t.test('given a place where no backup can go, when one is begun, then the message says why and nothing is made', async (t) => {
  const folder = await place(t)
  const path = (name: string) => join(folder, name)
  await writeFile(path('file'), 'content')
  await mkdir(path('full'))
  await writeFile(path('full/file'), 'content')
  await symlink(path('data'), path('link'))
  const cases = [
    ['file', /file is a file: a backup goes to a folder of its own\.$/],
    ['file/below', /file is a file: no backup can be made below it\. Give another folder\.$/],
    ['file/far/below', /file is a file: no backup can be made below it\. Give another folder\.$/],
    ['full', /full is not empty: a backup goes to a folder of its own\.$/],
    ['data', /data is inside of .*data, which is backed up/],
    ['data/new', /new is inside of .*data, which is backed up/],
    ['data/far/new', /inside of .*data, which is backed up/],
    ['link/new', /link\/new is inside of .*data, which is backed up/],
  ] as const
  for (const [name, message] of cases)
    await t.rejects(prepareTarget(path(name), preparing(folder)), { name: 'StartError', message }, name)
  t.same((await readdir(folder)).sort(), ['data', 'file', 'full', 'link'])
  t.same([await readdir(path('data')), await readdir(path('full'))], [[], ['file']])
})

t.test('given a place that is not there yet, when a backup is begun and fails, then the place is not there again', async (t) => {
  const folder = await place(t)
  const target = await prepareTarget(join(folder, 'far/away/backup'), preparing(folder))
  t.match(await readdir(join(folder, 'far/away')), [/^backup\.unfinished-/])
  await target.remove()
  t.same(await readdir(folder), ['data'])
})

t.test('given an empty folder, when a backup to it fails or is made, then the folder stays or becomes the backup', async (t) => {
  const folder = await place(t)
  const to = join(folder, 'data-of-today')
  await mkdir(to)
  await (await prepareTarget(to, preparing(folder))).remove()
  t.same(await readdir(to), [])
  const target = await prepareTarget(to, preparing(folder))
  await writeFile(join(target.folder, 'file'), 'content')
  await putInPlace(target.folder, target.to)
  t.equal(await readFile(join(to, 'file'), 'utf8'), 'content')
})

t.test(
  'given two backups into one folder at the same time, when both are complete, then the second one is refused',
  async (t) => {
    const folder = await place(t)
    const to = join(folder, 'backup')
    const [first, second] = await Promise.all([prepareTarget(to, preparing(folder)), prepareTarget(to, preparing(folder))])
    for (const [name, target] of Object.entries({ first, second })) await writeFile(join(target.folder, name), name)
    await putInPlace(first.folder, first.to)
    await t.rejects(putInPlace(second.folder, second.to), { name: 'StartError', message: /backup is not empty/ })
    await second.remove()
    t.same([await readdir(folder), await readdir(to)], [['backup', 'data'], ['first']])
  },
)

t.test('given a name that was taken meanwhile, when the backup is complete, then the message says so', async (t) => {
  const folder = await place(t)
  const target = await prepareTarget(join(folder, 'backup'), preparing(folder))
  await symlink(join(folder, 'nowhere'), target.to)
  await t.rejects(putInPlace(target.folder, target.to), {
    name: 'StartError',
    message: /cannot get the name .*backup; give a folder/,
  })
})
