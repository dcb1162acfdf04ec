import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NatsServiceName } from '@oms/contracts/nats-users'
import { serviceRoles } from '@oms/contracts/service-roles'
import { setUpServiceDatabase } from '@oms/local-servers/service-database'
import { startTemporaryPostgres, type TemporaryPostgres, trustingFiles } from '@oms/local-servers/temporary-postgres'
import pg from 'pg'
import pino from 'pino'
import tap from 'tap'
import { createDatabase, type Database } from '../database/database.ts'
import { kitProject, migrate } from '../database/migrate.ts'
import type { MigrationProject } from '../database/migration-history.ts'
import { emptyDatabase, type NewDatabase, readNewDatabase } from './empty-database.ts'

/**
 * Long enough that a machine that pauses for seconds does not make a test report a lost database.
 */
const patient = { connectTimeoutMs: 240_000, statementTimeoutMs: 240_000 }

/** What a tap test gives to end what was started for it. */
export type Teardown = { teardown(end: () => Promise<void> | void): unknown }

/** A database for the user of the service; without a service, for an administrator. */
export type TestDatabase = Database & { url: string }

/**
 * With the same database for the owner of its tables, for what the service may not do, and its URL
 * for the user of reports.
 */
export type OwnedTestDatabase = TestDatabase & { owner: TestDatabase; reportingUrl: string }

const services = fileURLToPath(new URL('../../../../services', import.meta.url))

let own: Promise<TemporaryPostgres> | undefined

/** Starts a server for this process; it is removed when all tests of the file have ended. */
function startOwn(): Promise<TemporaryPostgres> {
  const server = startTemporaryPostgres({ files: trustingFiles })
  tap.teardown(async () => (await server).remove())
  return server
}

/**
 * URL of a Postgres server for tests, with a superuser: that of `OMS_TEST_DATABASE_URL`, or one of
 * the test file's own.
 */
export async function testServerUrl(): Promise<string> {
  const given = process.env.OMS_TEST_DATABASE_URL
  if (given) return given
  own ??= startOwn()
  return (await own).url
}

/** A copy of the template of that name. */
type Copy = { name: string; serverUrl: string; template: string; wasNew: NewDatabase }

/** Copies of tests that have ended, emptied for the next ones, which is quicker than copying. */
const spares: Copy[] = []

/**
 * A database of its own for a test, with the tables of the kit and of a service (its folder's name
 * under services/; only the kit's when absent). It belongs to the roles that it has in production
 * (security.md#rights-in-the-databases). Cloned from a template that is migrated once per server,
 * or emptied after a test that has ended. When its own test ends, it is closed and kept for the
 * next one.
 */
export async function testDatabase(t: Teardown, service?: NatsServiceName): Promise<OwnedTestDatabase> {
  const template = await prepareTemplate(service)
  const { serverUrl, roles } = template
  const copy = (await takeSpare(template)) ?? (await copyTemplate(template))
  const open = (login: Login | null) => {
    const url = databaseUrl(serverUrl, copy.name, login)
    return { ...createDatabase({ url, log: pino({ level: 'silent' }), applicationName: copy.name, ...patient }), url }
  }
  const [database, owner] = [open(roles?.login ?? null), open(roles?.owner ?? null)]
  t.teardown(async () => {
    await database.close()
    await owner.close()
    keepSpare(copy)
  })
  return { ...database, owner, reportingUrl: databaseUrl(serverUrl, copy.name, roles?.reporting ?? null) }
}

/** Undefined when none is in its initial state; the others are dropped. */
async function takeSpare(template: Template): Promise<Copy | undefined> {
  for (let spare = pullSpare(template); spare !== undefined; spare = pullSpare(template)) {
    const copy = { ...spare, name: newName(template) }
    if (!(await rename(spare, copy.name))) await drop(spare)
    else if (await emptyDatabase(databaseUrl(copy.serverUrl, copy.name), copy.wasNew).catch(() => false)) return copy
    else await drop(copy)
  }
  return undefined
}

/** The one that came last: what a test has left connected is noticed by the next one. */
function pullSpare({ serverUrl, name }: Template): Copy | undefined {
  const index = spares.findLastIndex((spare) => spare.serverUrl === serverUrl && spare.template === name)
  return index === -1 ? undefined : spares.splice(index, 1)[0]
}

/**
 * What a test before has left running does not find it by its new name. False where someone is
 * connected who keeps the old one; the connections of the test itself, which have its name, were
 * closed and end soon.
 */
function rename({ name, serverUrl }: Copy, to: string): Promise<boolean> {
  return asAdmin(serverUrl, async (admin) => {
    const text = 'select from pg_stat_activity where datname = $1 and application_name <> $1'
    if ((await admin.query({ text, values: [name] })).rowCount !== 0) return false
    await admin.query(`alter database ${name} rename to ${to}`)
    return true
  }).catch(() => false)
}

function newName({ subject }: Template): string {
  return `test_${subject}_${randomBytes(6).toString('hex')}`
}

let isRemovalPlanned = false

function keepSpare(copy: Copy): void {
  spares.push(copy)
  if (isRemovalPlanned) return
  isRemovalPlanned = true
  tap.teardown(async () => {
    // A server of the test's own has stopped by then, and its databases with it.
    for (const spare of spares.splice(0)) await drop(spare).catch(() => undefined)
  })
}

async function copyTemplate(template: Template): Promise<Copy> {
  const { serverUrl, roles } = template
  const name = newName(template)
  await asAdmin(serverUrl, async (admin) => {
    await ensureTemplate(admin, template)
    // Copying the files costs half of what the default does, which writes each page to the log.
    const owner = roles === null ? '' : ` owner ${roles.owner.name}`
    await admin.query(`create database ${name} template ${template.name} strategy file_copy${owner}`)
    if (roles !== null) await admin.query(connectRights(name, roles))
  })
  return { name, serverUrl, template: template.name, wasNew: await readNewDatabase(databaseUrl(serverUrl, name)) }
}

async function drop({ name, serverUrl }: Copy): Promise<void> {
  await asAdmin(serverUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
}

type Template = {
  serverUrl: string
  name: string
  /** The service or the kit, as a part of a name. */
  subject: string
  projects: readonly MigrationProject[]
  roles: Roles | null
}

async function prepareTemplate(service: NatsServiceName | undefined): Promise<Template> {
  const serverUrl = await testServerUrl()
  const projects = migrationProjects(service)
  const subject = (service ?? 'kit').replaceAll('-', '_')
  const hash = hashes.get(subject) ?? hashMigrations(projects)
  hashes.set(subject, hash)
  const roles = service === undefined ? null : testRoles(service, serverUrl)
  return { serverUrl, name: `template_${subject}_${await hash}`, subject, projects, roles }
}

/** Of the migrations, which do not change while a process runs. */
const hashes = new Map<string, Promise<string>>()

type Login = { name: string; password: string }
type Roles = { owner: Login; rights: string; login: Login; reporting: Login }

/** Users of tests only, whose passwords are known to whoever has that of the administrator. */
function testRoles(service: NatsServiceName, serverUrl: string): Roles {
  const login = (name: string) => ({ name, password: createHash('sha256').update(`${serverUrl} ${name}`).digest('hex') })
  const name = `test_${service.replaceAll('-', '_')}`
  const [owner, reporting] = [login(`${name}_owner`), login(`${name}_reporting`)]
  return { owner, rights: serviceRoles[service], login: login(name), reporting }
}

/** What a copy of a database does not take from its template. */
function connectRights(name: string, { rights, reporting }: Roles): string {
  return `revoke all on database ${name} from public; grant connect on database ${name} to ${rights}, ${reporting.name}`
}

function migrationProjects(service: NatsServiceName | undefined): MigrationProject[] {
  if (service === undefined) return [kitProject]
  return [kitProject, { schema: 'public', migrationsFolder: join(services, service, 'prisma/migrations') }]
}

function databaseUrl(serverUrl: string, name: string, login: Login | null = null): string {
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

const administrators = new Map<string, pg.Pool>()

/** Connections that stay for the next test; they keep no process alive. */
function administratorPool(serverUrl: string): pg.Pool {
  const known = administrators.get(serverUrl)
  if (known !== undefined) return known
  const pool = new pg.Pool({ connectionString: serverUrl, max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A server of this process stops before its connections close.
  pool.on('error', () => undefined)
  administrators.set(serverUrl, pool)
  return pool
}

async function asAdmin<T>(serverUrl: string, work: (admin: pg.ClientBase) => Promise<T>): Promise<T> {
  const admin = await administratorPool(serverUrl).connect()
  try {
    return await work(admin)
  } finally {
    admin.release()
  }
}

/**
 * Several processes may ask concurrently; the first one makes the template, under another name
 * until it is complete.
 */
async function ensureTemplate(admin: pg.ClientBase, { serverUrl, name: template, projects, roles }: Template): Promise<void> {
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
