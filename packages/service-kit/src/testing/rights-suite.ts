import { type NatsServiceName, natsServices } from '@open-oms/contracts/nats-users'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import pg from 'pg'
import type { Test } from 'tap'
import { type OwnedTestDatabase, testDatabase } from './test-database.ts'

const DENIED = '42501'
const READ_ONLY = '25006'

/** What no service may do in its own database. */
const refused = [
  'create table more (id int)',
  'create table kit.more (id int)',
  'create temporary table more (id int)',
  'create schema more',
  'create function more() returns int language sql as $$ select 1 $$',
  'create extension hstore',
  'create role more',
  'create database more',
  'truncate kit.event',
  'alter table kit.event add column more int',
  'drop table kit.event',
  'alter table kit.event disable trigger all',
  'delete from public._prisma_migrations',
  'update kit._prisma_migrations set checksum = null',
  'insert into public._prisma_migrations (id) values (null)',
  'select * from pg_authid',
  `copy kit.event to program 'true'`,
  `set session_replication_role = 'replica'`,
]

async function codeOfConnecting(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The database of the other service for the user of this one. */
function urlAsOtherUser({ url }: OwnedTestDatabase, other: OwnedTestDatabase): string {
  return Object.assign(new URL(url), { pathname: new URL(other.url).pathname }).href
}

/**
 * What the user of reports may do in the database of a service
 * (security.md#rights-in-the-databases).
 */
async function checkReportingRights(t: Test, service: NatsServiceName, database: OwnedTestDatabase): Promise<void> {
  const reports = new pg.Client({ connectionString: database.reportingUrl })
  await reports.connect()
  t.teardown(() => reports.end())
  const names = async (text: string) => (await database.owner.query<{ name: string }>({ text })).map(({ name }) => name)

  t.test('given the user of reports, then it is no superuser, is in no role, and nobody is in it', async (t) => {
    const { rows } =
      await reports.query(`select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more,
      (select count(*)::int from pg_auth_members where member = r.oid) as roles from pg_roles r where rolname = current_user`)
    t.same(rows, [{ more: false, roles: 0 }])
  })

  t.test('given the user of reports, when it reads, then it reads each reporting view and nothing else', async (t) => {
    const views = await names(`select format('%I.%I', schemaname, viewname) as name from pg_views where schemaname = 'reporting'`)
    t.ok(views.length > 0)
    for (const view of views) await t.resolves(reports.query(`select * from ${view} limit 1`), view)
    const others = await names(`select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text in ('public', 'kit')`)
    t.ok(others.length > 10)
    for (const table of others) await t.rejects(reports.query(`select from ${table} limit 1`), { code: DENIED }, table)
    const functions = await names(`select oid::regprocedure::text as name from pg_proc where prosecdef
      and pronamespace::regnamespace::text in ('public', 'kit', 'reporting') and has_function_privilege('${reports.user}', oid, 'execute')`)
    t.same(functions, [], 'no function lends it the rights of another')
  })

  t.test('given the user of reports, when it writes, then the database refuses, also outside of a read-only one', async (t) => {
    const [view] = await names(
      `select format('%I.%I', schemaname, viewname) as name from pg_views where schemaname = 'reporting'`,
    )
    await t.rejects(reports.query('create temporary table more (id int)'), { code: READ_ONLY })
    await reports.query('set default_transaction_read_only = off')
    const writes = [`drop view ${view}`, 'create table reporting.more (id int)', 'create table more (id int)']
    const owner = new URL(database.owner.url).username
    const roles = [`set role ${owner}`, `set role ${serviceRoles[service]}`, `select set_config('role', '${owner}', false)`]
    for (const text of [...refused, ...writes, ...roles]) await t.rejects(reports.query(text), { code: DENIED }, text)
    const { rows } = await reports.query(`select viewname from pg_views where schemaname = 'reporting'
      and has_table_privilege(format('%I.%I', schemaname, viewname), 'insert, update, delete')`)
    t.same(rows, [])
  })

  t.test('given the user of reports, when it connects to the database of another service, then the server refuses', async (t) => {
    for (const other of Object.keys(natsServices) as NatsServiceName[]) {
      if (other === service) continue
      const { pathname } = new URL((await testDatabase(t, other)).url)
      t.equal(await codeOfConnecting(Object.assign(new URL(database.reportingUrl), { pathname }).href), DENIED, other)
    }
  })
}

/** Tries as the user of a service what it must not (security.md#rights-in-the-databases). */
export async function checkRights(t: Test, service: NatsServiceName): Promise<void> {
  const database = await testDatabase(t, service)
  const user = new URL(database.url).username
  const owner = new URL(database.owner.url).username

  t.test('given the user of the service, then it is no superuser and is in no role but that of its rights', async (t) => {
    const text = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more, array(
        select roleid::regrole::text from pg_auth_members where member = r.oid) as roles from pg_roles r where rolname = current_user`
    t.same(await database.query({ text }), [{ more: false, roles: [serviceRoles[service]] }])
  })

  t.test('given the user of the service, when it changes more than rows, then the database refuses', async (t) => {
    for (const text of [...refused, `set role ${owner}`, `alter role ${user} superuser`])
      await t.rejects(database.query({ text }), { code: DENIED }, text)
  })

  t.test('given the user of the service, when it connects to the database of another, then the server refuses', async (t) => {
    t.equal(await codeOfConnecting(database.url), 'connected')
    for (const other of Object.keys(natsServices) as NatsServiceName[]) {
      if (other === service) continue
      t.equal(await codeOfConnecting(urlAsOtherUser(database, await testDatabase(t, other))), DENIED, other)
    }
  })

  t.test('given a table of a later migration, when the service writes to it, then it may', async (t) => {
    for (const table of ['public.later', 'kit.later']) {
      await database.owner.query({ text: `create table ${table} (id bigserial, note text)` })
      await database.query({ text: `insert into ${table} (note) values ('x')` })
      await database.query({ text: `update ${table} set note = 'y'` })
      t.same(await database.query({ text: `delete from ${table} returning id, note` }), [{ id: 1, note: 'y' }], table)
    }
  })

  await checkReportingRights(t, service, database)
}
