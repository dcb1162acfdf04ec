import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
}

/**
 * Gives a database to the roles of a service (security.md#rights-in-the-databases): makes database and
 * roles when they are missing, and takes over what another role has owned. Safe to repeat.
 */
export async function setUpServiceDatabase({ adminUrl, owner, rights, login }: ServiceDatabase): Promise<void> {
  await createDatabase(adminUrl)
  const settings = {
    'oms.owner': owner.name,
    'oms.rights': rights,
    'oms.login': login.name,
    'oms.owner_password': owner.password ?? '',
    'oms.login_password': login.password ?? '',
  }
  await connected(adminUrl, async (admin) => {
    for (const setting of Object.entries(settings)) await admin.query('select set_config($1, $2, false)', setting)
    await admin.query(readFileSync(setUpFile, 'utf8'))
  })
}

async function createDatabase(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  await connected(url.href, async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await admin.query(`create database ${admin.escapeIdentifier(name)}`)
  })
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
