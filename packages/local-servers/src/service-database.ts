import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What an operator runs too, by deploy/postgres/set-up-databases.sh. */
const setUpFile = join(import.meta.dirname, '..', '..', '..', 'deploy', 'postgres', 'roles', 'service-database.sql')

export type Login = {
  name: string
  /** Null leaves the password of a role that is there already as it is. */
  password: string | null
}

export type ServiceDatabase = {
  /** The database, with the user and the password of an administrator. */
  adminUrl: string
  /** Owns the database and all that is in it; runs the migrations. */
  owner: Login
  /** The role with the rights of the service. */
  rights: string
  /** The user of the service, in that role. */
  login: Login
  /** The user of reports, who reads the views of the schema `reporting` and nothing else. */
  reporting: Login
}

/**
 * Gives a database to the roles of a service (security.md#rights-in-the-databases): makes database
 * and roles when they are missing, and takes over what another role has owned. Safe to repeat.
 */
export async function setUpServiceDatabase({ adminUrl, owner, rights, login, reporting }: ServiceDatabase): Promise<void> {
  await createDatabase(adminUrl)
  const settings = {
    'oms.owner': owner.name,
    'oms.rights': rights,
    'oms.login': login.name,
    'oms.reporting': reporting.name,
    'oms.owner_password': owner.password ?? '',
    'oms.login_password': login.password ?? '',
    'oms.reporting_password': reporting.password ?? '',
  }
  await connected(adminUrl, async (admin) => {
    for (const setting of Object.entries(settings)) await admin.query('select set_config($1, $2, false)', setting)
    await repeatedly(() => admin.query(readFileSync(setUpFile, 'utf8')))
  })
}

const TRIES_MAX = 10
const PAUSE_MS = 200

/**
 * Another process may be migrating the same database, which changes rights too: PostgreSQL refuses
 * one of two such changes.
 */
async function repeatedly(setUp: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await setUp()
      return
    } catch (error) {
      if (tries === TRIES_MAX || !/tuple concurrently (updated|deleted)/.test((error as Error).message)) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Databases and roles are of the whole server; locks are of one database, which every server has.
 */
function maintenanceUrl(adminUrl: string): string {
  return Object.assign(new URL(adminUrl), { pathname: '/postgres' }).href
}

const LOCK = 6_203_912

/** Does work that no other process does at the same time on that server. */
export async function aloneOnServer<T>(adminUrl: string, work: () => Promise<T>): Promise<T> {
  return await connected(maintenanceUrl(adminUrl), async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  })
}

async function createDatabase(adminUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1))
  await connected(maintenanceUrl(adminUrl), async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await admin.query(`create database ${admin.escapeIdentifier(name)}`)
  })
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  // Without a listener the loss of a connection would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
