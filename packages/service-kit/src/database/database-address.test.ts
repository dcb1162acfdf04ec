import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import t from 'tap'
import { changingSecret } from '../config/secret-files.ts'
import { testDatabase } from '../testing/test-database.ts'
import { createDatabase } from './database.ts'
import { isDatabaseAddress } from './database-address.ts'

const broken = [
  'postgres://oms:a/b@db/oms',
  'postgres://oms:a#b@db/oms',
  'postgres://oms:%ff@db/oms',
  'mysql://oms:a@db/oms',
  'oms',
]

t.test('given a text, when the driver cannot read it, then it is not the address of a database', async (t) => {
  t.equal(isDatabaseAddress('postgresql://oms:a%2Fb@db:5432/oms?sslmode=verify-full'), true)
  for (const text of broken) t.equal(isDatabaseAddress(text), false, text)
})

t.test('given a file of an address that becomes unusable, when a connection is made, then it uses the one before', async (t) => {
  const { url } = await testDatabase(t)
  const folder = mkdtempSync(join(tmpdir(), 'oms-address-'))
  const file = join(folder, 'url')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(file, url)
  const log = pino({ level: 'silent' })
  const source = { DATABASE_URL_FILE: file }
  const database = createDatabase({
    url: changingSecret('DATABASE_URL', url, { source, isUsable: isDatabaseAddress, log }),
    log,
  })
  t.teardown(() => database.close())
  for (const text of broken) {
    writeFileSync(file, text)
    const before = database.pool.totalCount
    const waiting = () => database.query({ text: 'select pg_sleep(0.1)' })
    await Promise.all(Array.from({ length: before + 1 }, waiting))
    t.equal(database.pool.totalCount, before + 1)
  }
})
