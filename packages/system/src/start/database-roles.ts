import { serviceRoles } from '@open-oms/contracts/service-roles'
import { aloneOnServer, setUpServiceDatabase } from '@open-oms/local-servers/service-database'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import pg from 'pg'
import type { DatabasePasswords } from './database-passwords.ts'
import { withoutPassword } from './migrate-databases.ts'
import { type DatabaseService, databaseName, databaseServices, environmentPrefix } from './service-names.ts'
import type { SystemOptions } from './system-options.ts'

const INVALID_PASSWORD = '28P01'

type Urls = Record<DatabaseService, string>

/**
 * The database of every service, for its user, for the owner who migrates it, for the user of
 * reports where there is one, and for an administrator.
 */
export type SystemDatabases = { databaseUrls: Urls; migrationUrls: Urls; reportingUrls: Partial<Urls>; adminUrls: Urls }

/** Whether a service has no database but in an embedded server. */
export function needsOwnPostgres({ databaseServerUrl, databaseUrls }: SystemOptions): boolean {
  return databaseServerUrl === null && databaseServices.some((service) => !databaseUrls[service])
}

/**
 * A server that is asked for databases: the embedded one, whose passwords are those of this system,
 * or a given one.
 */
export type DatabaseServer = { url: string | null; isOwn: boolean }

/**
 * Makes the databases of the services on the server and gives each to roles of its own
 * (security.md#rights-in-the-databases), those of a data folder of a version before too. A service
 * with an address of its own gets nothing from the server. `keepPasswords` returns the passwords
 * after storing them; no other process sets up databases on the server then. Throws a StartError.
 */
export async function setUpDatabases(
  server: DatabaseServer,
  options: SystemOptions,
  keepPasswords: () => DatabasePasswords,
): Promise<SystemDatabases> {
  const databases: [DatabaseService, Database][] = []
  const setUpAll = async () => {
    const passwords = keepPasswords()
    for (const service of databaseServices) {
      const database = givenDatabase(service, options) ?? (await databaseOnServer(service, server, { options, passwords }))
      databases.push([service, database])
    }
  }
  const isServerUsed = server.url !== null && databaseServices.some((service) => !options.databaseUrls[service])
  await (isServerUsed ? alone(server.url ?? '', setUpAll) : setUpAll())
  const urls = (kind: keyof Database) => Object.fromEntries(databases.map(([service, database]) => [service, database[kind]]))
  const reportingUrls = databases.flatMap(([service, { reporting }]) => (reporting === undefined ? [] : [[service, reporting]]))
  return {
    databaseUrls: urls('login') as Urls,
    migrationUrls: urls('owner') as Urls,
    reportingUrls: Object.fromEntries(reportingUrls),
    adminUrls: urls('admin') as Urls,
  }
}

async function alone(serverUrl: string, work: () => Promise<void>): Promise<void> {
  const address = onServer(serverUrl, 'postgres')
  try {
    await aloneOnServer(address, work)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database server (${withoutPassword(address)}) cannot be used: ${describeError(error)}`)
  }
}

/** The addresses of one database. */
type Database = { login: string; owner: string; reporting: string | undefined; admin: string }

function givenDatabase(service: DatabaseService, { databaseUrls, migrationUrls, reportingUrls }: SystemOptions): Database | null {
  const login = databaseUrls[service]
  if (login === undefined) return null
  const owner = migrationUrls[service] ?? login
  return { login, owner, reporting: reportingUrls[service], admin: owner }
}

async function databaseOnServer(
  service: DatabaseService,
  { url, isOwn }: DatabaseServer,
  { options, passwords }: { options: SystemOptions; passwords: DatabasePasswords },
): Promise<Database> {
  const name = databaseName(service) + options.databaseSuffix
  const admin = onServer(url ?? '', name)
  const login = { name, password: passwords[service].login }
  const owner = { name: `${name}_owner`, password: passwords[service].owner }
  const reporting = { name: `${name}_reporting`, password: passwords[service].reporting }
  const roles = [login, owner, reporting]
  try {
    // A given server may have them for another system, whose passwords stay as they are.
    const server = onServer(url ?? '', 'postgres')
    const existing = isOwn
      ? []
      : await existingRoles(
          server,
          roles.map(({ name }) => name),
        )
    for (const role of roles) if (existing.includes(role.name)) await checkPassword(asRole(server, role), service)
    const kept = (role: typeof login) => (existing.includes(role.name) ? { ...role, password: null } : role)
    const users = { login: kept(login), owner: kept(owner), reporting: kept(reporting) }
    await setUpServiceDatabase({ adminUrl: admin, rights: serviceRoles[service], ...users })
  } catch (error) {
    throw new StartError(`The database of ${service} (${withoutPassword(admin)}) cannot be used: ${describeError(error)}`)
  }
  return { login: asRole(admin, login), owner: asRole(admin, owner), reporting: asRole(admin, reporting), admin }
}

async function existingRoles(connectionString: string, names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('select rolname from pg_roles where rolname = any ($1)', [names])
    return rows.map(({ rolname }) => rolname)
  } finally {
    await client.end()
  }
}

/**
 * Throws a StartError when the role has another password than this system knows. Other failures say
 * nothing about it.
 */
async function checkPassword(connectionString: string, service: DatabaseService): Promise<void> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PASSWORD) return
    const prefix = environmentPrefix(service)
    throw new StartError(
      `the user ${client.user} exists with a password that this data folder does not know. Give the addresses of the ` +
        `database with ${prefix}_DATABASE_URL and ${prefix}_MIGRATION_DATABASE_URL.`,
    )
  } finally {
    await client.end()
  }
}

function asRole(address: string, { name, password }: { name: string; password: string }): string {
  return Object.assign(new URL(address), { username: name, password }).href
}

function onServer(serverUrl: string, database: string): string {
  if (!URL.canParse(serverUrl)) throw new StartError('DATABASE_URL must be a URL such as postgresql://user:password@host:5432.')
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
