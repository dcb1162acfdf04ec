import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { runOms } from './run-tool.ts'

t.test('given no running system, a wrong command or no backup, then the commands say so and make nothing', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'oms-backup-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const target = join(place, 'backup')
  t.match(await runOms(['backup', '--to', target], place), { code: 4, output: /No running system found/ })
  t.match(await runOms(['backup'], place), { code: 2, output: /--to/ })
  t.match(await runOms(['restore', '--from', place, '--public-url', 'x'], target), { code: 2, output: /--public-url/ })
  t.match(await runOms(['restore', '--from', place], target), { code: 1, output: /no complete backup/ })
  t.same(await readdir(place), [])
})
