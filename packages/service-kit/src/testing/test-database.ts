import { randomBytes } from 'node:crypto'
import type { NatsServiceName } from '@open-oms/contracts/nats-users'
import { startTemporaryPostgres, type TemporaryPostgres, trustingFiles } from '@open-oms/local-servers/temporary-postgres'
import type pg from 'pg'
import pino from 'pino'
import tap from 'tap'
import { createPool } from '../database/database.ts'
import { administratorPool, asAdmin } from './administrator.ts'
import { connectRights, databaseUrl, describeTemplate, ensureTemplate, type Login, type Template } from './database-template.ts'
import { emptyDatabase, type NewDatabase, readNewDatabase } from './empty-database.ts'
import { type AddressedPool, lendPool, onConnection, resetConnections, type TestDatabase } from './lent-pool.ts'

export type { TestDatabase } from './lent-pool.ts'

/**
 * Long enough that a machine that pauses for seconds does not make a test report a lost database.
 */
const patient = { connectTimeoutMs: 240_000, statementTimeoutMs: 240_000 }

/** What a tap test gives to end what was started for it. */
export type Teardown = { teardown(end: () => Promise<void> | void): unknown }

type Pools = { service: AddressedPool; owner: AddressedPool; admin: pg.Pool }

/**
 * A database for the user of the service, with the same database for the owner of its tables, for
 * what the service may not do, and its URL for the user of reports. Without a service, all are for
 * an administrator.
 */
export type OwnedTestDatabase = TestDatabase & { owner: TestDatabase; reportingUrl: string }

const log = pino({ level: 'silent' })

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

/** A copy of the template of that name. Without pools while nothing is connected to it. */
type Copy = { name: string; serverUrl: string; template: string; wasNew: NewDatabase; pools: Pools | null }

/** Copies of tests that have ended, emptied for the next ones, which is quicker than copying. */
const spares: Copy[] = []

/**
 * A database of its own for a test, with the tables of the kit and of a service (its folder's name
 * under services/; only the kit's when absent). It belongs to the roles that it has in production
 * (security.md#rights-in-the-databases). Cloned from a template that is migrated once per server,
 * or emptied after a test that has ended. When its own test ends, it is kept for the next one, with
 * its connections if the test has not asked for its address.
 */
export async function testDatabase(t: Teardown, service?: NatsServiceName): Promise<OwnedTestDatabase> {
  const template = await describeTemplate(await testServerUrl(), service)
  const copy = (await takeSpare(template)) ?? (await copyTemplate(template))
  const pools = openedPools(copy, template)
  const [database, owner] = [lendPool(pools.service), lendPool(pools.owner)]
  t.teardown(async () => {
    const isFree = [database.giveBack(), owner.giveBack()].every(Boolean)
    if (!isFree) await close(copy)
    keepSpare(copy)
  })
  const reportingUrl = databaseUrl(copy.serverUrl, copy.name, template.roles?.reporting ?? null)
  return Object.assign(database.lent, { owner: owner.lent, reportingUrl })
}

/** Undefined when none is in its initial state; the others are dropped. */
async function takeSpare(template: Template): Promise<Copy | undefined> {
  for (let spare = pullSpare(template); spare !== undefined; spare = pullSpare(template)) {
    if (await makeLikeNew(spare, template).catch(() => false)) return spare
    await drop(spare)
  }
  return undefined
}

/** The one that came last: what a test has left connected is noticed by the next one. */
function pullSpare({ serverUrl, name }: Template): Copy | undefined {
  const index = spares.findLastIndex((spare) => spare.serverUrl === serverUrl && spare.template === name)
  return index === -1 ? undefined : spares.splice(index, 1)[0]
}

/**
 * False where something of a test before is still connected, or the database is not as it was. Its
 * own connections have its name; those that were closed end soon.
 */
async function makeLikeNew(copy: Copy, template: Template): Promise<boolean> {
  const text = 'select from pg_stat_activity where datname = $1 and application_name <> $1'
  const others = await asAdmin(copy.serverUrl, (admin) => admin.query({ text, values: [copy.name] }))
  if (others.rowCount !== 0) return false
  if (copy.pools === null) await rename(copy, newName(template))
  const { service, owner, admin } = openedPools(copy, template)
  for (const { pool } of [service, owner]) await resetConnections(pool)
  return onConnection(admin, (client) => emptyDatabase(client, copy.wasNew))
}

/** What a test before has left running does not find it by its new name. */
async function rename(copy: Copy, to: string): Promise<void> {
  await asAdmin(copy.serverUrl, (admin) => admin.query(`alter database ${copy.name} rename to ${to}`))
  copy.name = to
}

/** Those that are open, or else opened. */
function openedPools(copy: Copy, template: Template): Pools {
  copy.pools ??= openPools(copy, template)
  return copy.pools
}

function openPools({ name, serverUrl }: Pick<Copy, 'name' | 'serverUrl'>, { roles }: Template): Pools {
  const open = (login: Login | null): AddressedPool => {
    const url = databaseUrl(serverUrl, name, login)
    return { pool: createPool({ url, log, applicationName: name, ...patient }), url }
  }
  return {
    service: open(roles?.login ?? null),
    owner: open(roles?.owner ?? null),
    admin: administratorPool(databaseUrl(serverUrl, name), name),
  }
}

async function close(copy: Copy): Promise<void> {
  const { pools } = copy
  copy.pools = null
  if (pools === null) return
  for (const pool of [pools.service.pool, pools.owner.pool, pools.admin]) if (!pool.ending) await pool.end()
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
  const pools = openPools({ name, serverUrl }, template)
  return { name, serverUrl, template: template.name, wasNew: await onConnection(pools.admin, readNewDatabase), pools }
}

async function drop(copy: Copy): Promise<void> {
  await close(copy)
  await asAdmin(copy.serverUrl, (admin) => admin.query(`drop database if exists ${copy.name} with (force)`))
}
