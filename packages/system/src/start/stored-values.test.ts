import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readStoredValues, writeStoredValues } from './stored-values.ts'

t.test('given no data folder, as before the first start, when values are stored, then it is made and they stay', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'oms-stored-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const dataDir = join(place, 'new', 'data')
  const values = readStoredValues(dataDir)
  writeStoredValues(dataDir, values)
  t.same(readStoredValues(dataDir), values)
  t.equal((await stat(join(dataDir, 'start.json'))).mode & 0o077, 0, 'the passwords are for their owner only')
})
