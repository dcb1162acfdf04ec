import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../testing/test-folder.ts'
import { openIncomingFolder } from './download-environment.ts'

t.test('given files of processes that ended and run, when the folder is opened, then only old files are removed', async (t) => {
  const folder = join(await testFolder(t), 'data', 'incoming')
  await openIncomingFolder(folder)
  for (const [name, minutes] of [
    ['file-old', 61],
    ['file-new', 59],
  ] as const) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'content'), 'x')
    const then = new Date(Date.now() - minutes * 60_000)
    await utimes(join(folder, name), then, then)
  }
  await openIncomingFolder(folder)
  t.same(await readdir(folder), ['file-new'])
})

t.test('given a folder that cannot be created, when it is opened, then the start fails', async (t) => {
  await t.rejects(openIncomingFolder(join(import.meta.filename, 'incoming')), { code: 'ENOTDIR' })
})
