import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase } from '@open-oms/service-kit/database/migrate'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import pg from 'pg'
import t, { type Test } from 'tap'
import { root } from '../root.ts'
import type { SystemDatabases } from '../start/database-roles.ts'
import { migrateDatabases } from '../start/migrate-databases.ts'
import { listAppliedMigrations, listTables, readSequences, writeRows } from './database-rows.ts'
import { fillDatabase } from './fill-database.ts'
import { type DatabaseBackup, rowsFile } from './manifest.ts'

const service = 'catalog-assets'
const { signal } = new AbortController()

/** An empty database; removed when the test ends. */
async function freshUrl(t: Test): Promise<string> {
  const serverUrl = await testServerUrl()
  const name = `test_fill_${randomBytes(6).toString('hex')}`
  t.teardown(() => connected(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)))
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await ensureDatabase(url)
  return url
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** A backup of the empty database of the service. */
async function emptyBackup(t: Test): Promise<{ from: string; backup: DatabaseBackup }> {
  const from = await mkdtemp(join(tmpdir(), 'oms-fill-'))
  t.teardown(() => rm(from, { recursive: true, force: true }))
  await mkdir(join(from, 'databases', service), { recursive: true })
  const url = await freshUrl(t)
  const others = { 'orders-workflow': await freshUrl(t), 'accounting-read': await freshUrl(t) }
  await migrateDatabases(join(root, 'services'), { [service]: url, ...others })
  return await connected(url, async (client) => {
    const tables: DatabaseBackup['tables'] = []
    for (const table of await listTables(client))
      tables.push({ ...table, rows: await writeRows(client, table, { file: join(from, rowsFile(service, table)), signal }) })
    const migrations = { kit: await listAppliedMigrations(client, 'kit'), public: await listAppliedMigrations(client, 'public') }
    return { from, backup: { migrations, tables, sequences: await readSequences(client) } }
  })
}

t.test('given a manifest with names that its migrations do not make, when it is restored, then it is refused', async (t) => {
  const { from, backup } = await emptyBackup(t)
  const databases = { [service]: await freshUrl(t) } as SystemDatabases['adminUrls']
  const fill = (changed: Partial<DatabaseBackup>) =>
    fillDatabase({
      service,
      databases: { databaseUrls: databases, migrationUrls: databases, reportingUrls: {}, adminUrls: databases },
      backup: { ...backup, ...changed },
      from,
      signal,
    })
  const [first, ...others] = backup.tables
  if (first === undefined) throw new Error('The service has tables.')
  const refused = async (changed: Partial<DatabaseBackup>, message: RegExp) =>
    t.rejects(fill(changed), { name: 'StartError', message })
  await refused({ tables: others }, / is missing\./)
  await refused({ tables: [...backup.tables, { ...first, table: 'public.x; drop table y' }] }, /x; drop table y \(.*is foreign/)
  const columns = `${first.columns}) from program 'touch owned' --`
  await refused({ tables: [{ ...first, columns }, ...others] }, /from program 'touch owned' --.*is foreign/)
  await refused({ sequences: { 'public.none': '1' } }, /sequence public\.none is foreign/)
  const reordered = { ...first, columns: first.columns.split(', ').reverse().join(', ') }
  t.same(await fill({ tables: [reordered, ...others] }), { rows: 0 }, 'another order of columns is none of these')
})
