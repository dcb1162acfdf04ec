import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshotOrder } from '@open-oms/system/backup/snapshot-order'
import { databaseName, databaseServices } from '@open-oms/system/start/service-names'
import type { Deployment } from './deployment.ts'
import { queryRows } from './orders.ts'
import { waitForHealth, waitUntil } from './wait-until.ts'

/** The folders of the volumes that hold files. */
const fileParts = ['catalog-assets', 'orders-workflow'] as const

/**
 * What a backup has of them, in the order in which it is restored: a file that is deleted while the
 * databases are copied is in the first.
 */
const archives = [
  { name: 'catalog-assets-before', part: 'catalog-assets' },
  { name: 'catalog-assets', part: 'catalog-assets' },
  { name: 'orders-workflow', part: 'orders-workflow' },
] as const
const [before, ...after] = archives

const backupFolder = ({ folder }: Deployment) => join(folder, 'backup')

/**
 * Writes the databases with their roles, and the files of the volumes, into a folder, as
 * docs/how-to/deploy-with-compose.md says.
 */
export async function backUp(deployment: Deployment): Promise<void> {
  const { compose } = deployment
  const folder = backupFolder(deployment)
  await mkdir(folder, { recursive: true })
  const user = await databaseUser(deployment)
  const write = async (file: string, ...command: string[]) =>
    writeFile(join(folder, file), await compose('exec', '-T', ...command))
  const archive = ({ name, part }: (typeof archives)[number]) =>
    write(`${name}.tar`, part, 'tar', '--directory', '/data', '--create', '.')
  await archive(before)
  await write('roles.sql', 'postgres', 'pg_dumpall', '--username', user, '--roles-only')
  for (const name of snapshotOrder.map(databaseName))
    await write(`${name}.dump`, 'postgres', 'pg_dump', '--username', user, '--format', 'custom', name)
  for (const one of after) await archive(one)
}

/**
 * Starts the deployment again from the backup: the databases first, then the files, then everything
 * else. Rejects when ledger or files are not what the databases say.
 */
export async function restore(deployment: Deployment): Promise<void> {
  const { compose, composeWith, gatewayUrl } = deployment
  const folder = backupFolder(deployment)
  await compose('up', '--detach', 'postgres')
  const user = await databaseUser(deployment)
  const run = (...command: string[]) => ['exec', '-T', 'postgres', ...command]
  await waitUntil('postgres', async () => {
    await compose(...run('pg_isready', '--host', '127.0.0.1', '--username', user, '--dbname', databaseName('accounting-read')))
    return true
  })
  // Roles that are there already are an error that psql continues after.
  await composeWith(
    await readFile(join(folder, 'roles.sql')),
    ...run('psql', '--quiet', '--username', user, '--dbname', 'postgres'),
  )
  for (const service of databaseServices) {
    const name = databaseName(service)
    const command = run('pg_restore', '--username', user, '--dbname', name, '--clean', '--if-exists', '--exit-on-error')
    await composeWith(await readFile(join(folder, `${name}.dump`)), ...command)
  }
  for (const { name, part } of archives) {
    const extract = ['run', '--rm', '--no-deps', '-T', '--entrypoint', 'tar', part, '--directory', '/data', '--extract']
    await composeWith(await readFile(join(folder, `${name}.tar`)), ...extract)
  }
  await compose('up', '--detach')
  await waitForHealth(gatewayUrl)
  for (const part of ['accounting-read', 'catalog-assets'])
    await compose('exec', '-T', part, 'node', 'dist/cli/command.js', 'verify')
}

/** The administrator of the database server: the user that its container makes. */
async function databaseUser({ compose }: Deployment): Promise<string> {
  return (await compose('exec', '-T', 'postgres', 'printenv', 'POSTGRES_USER')).toString().trim()
}

/** The fingerprint once all events are handled: two in a row are the same. */
export async function settledFingerprint(deployment: Deployment): Promise<Fingerprint> {
  let [last, next] = [await fingerprint(deployment), {} as Fingerprint]
  await waitUntil('tables that no longer change', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    next = await fingerprint(deployment)
    const isSettled = JSON.stringify(next) === JSON.stringify(last)
    last = next
    return isSettled
  })
  return next
}

export type Fingerprint = Record<string, string>

/**
 * Tables that a start changes automatically: which migrations are there, and when the scheduled
 * build last ran.
 */
const OWN_TABLES = "('_prisma_migrations', 'store_build')"

/**
 * Of every other table of the services, the number of rows and a hash of their content, and of each
 * stored file its hash.
 */
async function fingerprint(deployment: Deployment): Promise<Fingerprint> {
  const found: Fingerprint = {}
  for (const service of databaseServices) {
    const url = deployment.adminUrls[service]
    const tables = await queryRows<{ name: string }>(
      url,
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ${OWN_TABLES} order by 1`,
    )
    for (const { name } of tables) {
      const text = `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '-') as content from ${name} t`
      found[`${service} ${name}`] = (await queryRows<{ content: string }>(url, text))[0]?.content ?? ''
    }
  }
  for (const part of fileParts) {
    const list = 'find . -type f -exec sha256sum {} + | sort'
    const files = await deployment.compose('exec', '-T', part, 'sh', '-c', `cd /data && ${list}`)
    for (const line of files.toString().split('\n').filter(Boolean)) found[`${part} ${line.slice(66)}`] = line.slice(0, 64)
  }
  return found
}
