import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NatsServiceName } from '@open-oms/contracts/nats-users'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import { setUpServiceDatabase } from '@open-oms/local-servers/service-database'
import type pg from 'pg'
import { kitProject, migrate } from '../database/migrate.ts'
import type { MigrationProject } from '../database/migration-history.ts'

const services = fileURLToPath(new URL('../../../../services', import.meta.url))

/** A database that is migrated once on a server, and copied for tests. */
export type Template = {
  serverUrl: string
  name: string
  /** The service or the kit, as a part of a name. */
  subject: string
  projects: readonly MigrationProject[]
  roles: Roles | null
}

/**
 * The template of a service on a server, of the kit alone without a service. `ensureTemplate` makes
 * it.
 */
export async function describeTemplate(serverUrl: string, service: NatsServiceName | undefined): Promise<Template> {
  const projects = migrationProjects(service)
  const subject = (service ?? 'kit').replaceAll('-', '_')
  const hash = hashes.get(subject) ?? hashMigrations(projects)
  hashes.set(subject, hash)
  const roles = service === undefined ? null : testRoles(service, serverUrl)
  return { serverUrl, name: `template_${subject}_${await hash}`, subject, projects, roles }
}

/** Of the migrations, which do not change while a process runs. */
const hashes = new Map<string, Promise<string>>()

export type Login = { name: string; password: string }
type Roles = { owner: Login; rights: string; login: Login; reporting: Login }

/** Users of tests only, whose passwords are known to whoever has that of the administrator. */
function testRoles(service: NatsServiceName, serverUrl: string): Roles {
  const login = (name: string) => ({ name, password: createHash('sha256').update(`${serverUrl} ${name}`).digest('hex') })
  const name = `test_${service.replaceAll('-', '_')}`
  const [owner, reporting] = [login(`${name}_owner`), login(`${name}_reporting`)]
  return { owner, rights: serviceRoles[service], login: login(name), reporting }
}

/** SQL for what a copy of a database does not take from its template. */
export function connectRights(name: string, { rights, reporting }: Roles): string {
  return `revoke all on database ${name} from public; grant connect on database ${name} to ${rights}, ${reporting.name}`
}

function migrationProjects(service: NatsServiceName | undefined): MigrationProject[] {
  if (service === undefined) return [kitProject]
  return [kitProject, { schema: 'public', migrationsFolder: join(services, service, 'prisma/migrations') }]
}

/** The address of a database on a server, for a user or else its administrator. */
export function databaseUrl(serverUrl: string, name: string, login: Login | null = null): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  if (login !== null) Object.assign(url, { username: login.name, password: login.password })
  return url.href
}

async function hashMigrations(projects: readonly MigrationProject[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { migrationsFolder } of projects) {
    for (const name of (await readdir(migrationsFolder)).sort()) {
      const file = join(migrationsFolder, name, 'migration.sql')
      if (existsSync(file)) hash.update(name).update(await readFile(file))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

/**
 * Several processes may ask concurrently; the first one makes the template, under another name
 * until it is complete.
 */
export async function ensureTemplate(
  admin: pg.ClientBase,
  { serverUrl, name: template, projects, roles }: Template,
): Promise<void> {
  const exists = async () => (await admin.query('select from pg_database where datname = $1', [template])).rowCount === 1
  if (await exists()) return
  await admin.query('select pg_advisory_lock(hashtext($1))', [template])
  try {
    if (await exists()) return
    const unfinished = `${template}_new`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished}`)
    if (roles !== null) await setUpServiceDatabase({ adminUrl: databaseUrl(serverUrl, unfinished), ...roles })
    await migrate({ databaseUrl: databaseUrl(serverUrl, unfinished, roles?.owner), projects })
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [template])
  }
}
