import pg from 'pg'
import t from 'tap'
import { type ServiceDatabase, setUpServiceDatabase } from './service-database.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

const server = await startTemporaryPostgres()
t.teardown(() => server.remove())

/** The address of a database for a user whose password is its name. */
function testDatabaseUrl(database: string, user: string): string {
  return Object.assign(new URL(server.url), { pathname: `/${database}`, username: user, password: user }).href
}

async function run(connectionString: string, ...texts: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const results: pg.QueryResult[] = []
    for (const text of texts) results.push(await client.query(text))
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/**
 * A database of a service that an administrator without further rights sets up, as managed servers
 * have them.
 */
async function managed(name: string): Promise<ServiceDatabase> {
  const admin = `${name}_admin`
  await run(server.url, `create role ${admin} login password '${admin}' createdb createrole`)
  const login = (role: string) => ({ name: role, password: role })
  const users = { owner: login(`${name}_owner`), login: login(name), reporting: login(`${name}_reporting`) }
  return { adminUrl: testDatabaseUrl(name, admin), rights: `${name}_rights`, ...users }
}

t.test(
  'given no database, when it is set up twice, then its owner may change tables and the user of the service not',
  async (t) => {
    const database = await managed('fresh')
    await setUpServiceDatabase(database)
    await setUpServiceDatabase(database)
    await run(testDatabaseUrl('fresh', 'fresh_owner'), 'create table public.thing (id int)', 'create table kit.thing (id int)')
    await t.rejects(run(testDatabaseUrl('fresh', 'fresh'), 'create table public.more (id int)'), { code: '42501' })
    await t.rejects(run(testDatabaseUrl('fresh', 'fresh'), 'select from public.thing'), { code: '42501' }, 'migrations grant')
  },
)

t.test('given a database of one user, when it is set up, then all that is in it belongs to its owner', async (t) => {
  const database = await managed('before')
  const { adminUrl } = database
  await run(testDatabaseUrl('postgres', 'before_admin'), 'create database before')
  await run(
    adminUrl,
    'create schema kit',
    'create table kit.thing (id bigserial primary key, name text)',
    'create view public.thing_name as select name from kit.thing',
    'create sequence public.thing_number',
    'create function public.one() returns int language sql as $$ select 1 $$',
    'create extension pg_trgm',
    'create index on kit.thing using gin (name gin_trgm_ops)',
  )
  await setUpServiceDatabase(database)
  const owners = `select relname as name, relowner::regrole::text as owner from pg_class where relname like 'thing%'
    union all select proname, proowner::regrole::text from pg_proc where proname = 'one'
    union all select nspname, nspowner::regrole::text from pg_namespace where nspname = 'kit'
    union all select datname, datdba::regrole::text from pg_database where datname = 'before'`
  const found = (await run(adminUrl, owners)) as { name: string; owner: string }[]
  t.same(found.map(({ name }) => name).sort(), [
    'before',
    'kit',
    'one',
    'thing',
    'thing_id_seq',
    'thing_name',
    'thing_name_idx',
    'thing_number',
    'thing_pkey',
  ])
  t.same([...new Set(found.map(({ owner }) => owner))], ['before_owner'])
  await run(testDatabaseUrl('before', 'before_owner'), 'alter table kit.thing add column more int')
})

t.test('given a database whose schema public is of another role, when it is set up, then its owner may use it', async (t) => {
  const database = await managed('old')
  await run(testDatabaseUrl('postgres', 'old_admin'), 'create database old')
  const asSuperuser = Object.assign(new URL(server.url), { pathname: '/old' }).href
  await run(asSuperuser, 'alter schema public owner to old_admin')
  await setUpServiceDatabase(database)
  await t.resolves(run(testDatabaseUrl('old', 'old_owner'), 'create table public.thing (id int)'))
})

t.test('given roles with passwords, when the set-up gives none, then they stay', async (t) => {
  const database = await managed('kept')
  await setUpServiceDatabase(database)
  await setUpServiceDatabase({
    ...database,
    owner: { name: 'kept_owner', password: null },
    login: { name: 'kept', password: null },
  })
  for (const user of ['kept', 'kept_owner']) t.same(await run(testDatabaseUrl('kept', user), 'select 1 as one'), [{ one: 1 }])
  await setUpServiceDatabase({ ...database, login: { name: 'kept', password: 'another' } })
  await t.rejects(run(testDatabaseUrl('kept', 'kept'), 'select 1'), { code: '28P01' })
})

t.test('given the databases of two services, when the user of one connects to the other, then the server refuses', async (t) => {
  await setUpServiceDatabase(await managed('left'))
  await setUpServiceDatabase(await managed('right'))
  for (const role of ['left', 'left_owner'])
    await t.rejects(run(testDatabaseUrl('right', role), 'select 1'), { code: '42501', message: /permission denied for database/ })
})
