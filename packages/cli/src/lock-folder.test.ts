import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { holdLock } from './lock-folder.ts'

const folder = () => mkdtemp(join(tmpdir(), 'oms-lock-'))

t.test('given locks of others, when a folder is locked, then only those of ended processes are ignored', async (t) => {
  const place = await folder()
  const lock = (holder: object) => writeFile(join(place, `lock.${randomUUID()}`), JSON.stringify(holder))
  const since = '2026-01-31T12:00:00.000Z'
  await lock({ host: hostname(), pid: 999_999_999, since })
  await lock({ host: hostname(), pid: process.pid, since })
  const release = await holdLock(place, 'works')
  t.equal((await readdir(place)).length, 1, 'the lock of an ended process is removed, even with the same id')
  await t.rejects(holdLock(place, 'works'), { message: /works already/ }, 'the same process has it')
  await release()
  t.same(await readdir(place), [])
  await lock({ host: hostname(), pid: 1, since })
  await t.rejects(holdLock(place, 'works'), { message: /Process 1 works/ })
  const other = await folder()
  await writeFile(join(other, 'lock.0'), JSON.stringify({ host: 'elsewhere', pid: 999_999_999, since }))
  await t.rejects(holdLock(other, 'works'), { message: /of host elsewhere works since .* remove .*lock\.0/ })
  t.same(await readdir(other), ['lock.0'], 'another host is not judged from here')
})

t.test('given a lock of an ended process, when many processes take it concurrently, then one at a time has it', async (t) => {
  const place = await folder()
  await writeFile(
    join(place, 'lock.0'),
    JSON.stringify({ host: hostname(), pid: 999_999_999, since: '2026-01-31T12:00:00.000Z' }),
  )
  const program = `
    import { holdLock } from ${JSON.stringify(import.meta.resolve('./lock-folder.ts'))}
    import { rm, writeFile } from 'node:fs/promises'
    process.stdin.once('data', async () => {
      for (let round = 0; round < 30; round++) {
        const release = await holdLock(process.argv[1], 'works').catch(() => null)
        if (release === null) continue
        await writeFile(process.argv[1] + '/only', '', { flag: 'wx' })
        await rm(process.argv[1] + '/only')
        await release()
        process.stdout.write('held\\n')
      }
      process.exit(0)
    })
    process.stdout.write('ready\\n')`
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--conditions=development', '--input-type=module-typescript', '-e', program, place]),
  )
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
  const ends = processes.map((one) => Promise.all([text(one.stdout), text(one.stderr), once(one, 'exit')]))
  for (const { stdin } of processes) stdin.write('go')
  let count = 0
  for (const [out, errors, [code]] of await Promise.all(ends)) {
    t.equal(code, 0, errors)
    count += out.split('held').length - 1
  }
  t.ok(count > 0, `${count} times`)
  t.same(await readdir(place), [])
})

t.test('given a lock that lost its content, when the folder is locked, then it is refused and the file is named', async (t) => {
  for (const content of ['', '{"host":']) {
    const place = t.testdir({ 'lock.0': content })
    await t.rejects(holdLock(place, 'imports this file'), { message: /lock\.0 does not say who holds it.*remove it/ })
  }
})
