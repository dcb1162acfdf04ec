import pg from 'pg'

/** What a database was when it was new. */
export type NewDatabase = {
  /** Of tables, rights and what the planner knows: equal as long as nothing of it was changed. */
  state: string
  bytes: number
  emptyTables: readonly string[]
  /** Tables with rows, such as the history of migrations: they are to stay as they are. */
  filledTables: readonly string[]
  sequences: readonly Sequence[]
}

type Sequence = { name: string; last: string; isCalled: boolean }

/** Rows that are deleted stay in the files, and make the next test slower. */
const growthMaxBytes = 4 * 1024 ** 2
const lockTimeoutMs = 5_000

const catalogs = [
  'pg_attrdef',
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_default_acl',
  'pg_enum',
  'pg_event_trigger',
  'pg_extension',
  'pg_index',
  'pg_largeobject_metadata',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_publication',
  'pg_rewrite',
  'pg_sequence',
  'pg_statistic',
  'pg_statistic_ext',
  'pg_trigger',
  'pg_type',
]

/** Every change of a row gives it another xmin. */
const xminsOf = (relation: string) => `(select coalesce(sum(xmin::text::bigint), 0) from ${relation})`

const ofDatabase = `(select concat_ws(' ', datacl, datallowconn, datconnlimit, datdba,
  (select string_agg(setconfig::text, ' ' order by setrole) from pg_db_role_setting where setdatabase = pg_database.oid))
  from pg_database where datname = current_database())`

/** Notes what a database is that no test has used yet. The URL is of a superuser, as with `emptyDatabase`. */
export function readNewDatabase(url: string): Promise<NewDatabase> {
  return connected(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'`,
    )
    const names = tables.map(({ name }) => name)
    const { rows: filled } = await client.query<{ name: string }>(
      names.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    )
    const filledTables = filled.map(({ name }) => name)
    return {
      ...(await stateOf(client, filledTables)),
      emptyTables: names.filter((name) => !filledTables.includes(name)),
      filledTables,
      sequences: await sequencesOf(client),
    }
  })
}

/**
 * Deletes all rows that came since the database was new. False when it is not as it was then: its tables, rights or settings were changed,
 * statistics were collected, somebody is still connected, or its files have grown.
 */
export function emptyDatabase(url: string, wasNew: NewDatabase): Promise<boolean> {
  return connected(url, async (client) => {
    const { state, bytes } = await stateOf(client, wasNew.filledTables)
    if (state !== wasNew.state || bytes > wasNew.bytes + growthMaxBytes || !(await isAlone(client))) return false
    // Past triggers and foreign keys.
    await client.query(`set session_replication_role = replica; set lock_timeout = ${lockTimeoutMs}`)
    const deletes = wasNew.emptyTables.map((table) => `delete from ${table}`)
    const restarts = wasNew.sequences.map(({ name, last, isCalled }) => `select setval('${name}', ${last}, ${isCalled})`)
    await client.query([...deletes, ...restarts].join(';'))
    return true
  })
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'empty-database' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function stateOf(client: pg.Client, filledTables: readonly string[]): Promise<Pick<NewDatabase, 'state' | 'bytes'>> {
  const parts = [...[...catalogs, ...filledTables].map(xminsOf), ofDatabase]
  const { rows } = await client.query<{ state: string; bytes: number }>(
    `select concat_ws(' ', ${parts.join(', ')}) as state, pg_database_size(current_database())::float8 as bytes`,
  )
  const [{ state = '', bytes = 0 } = {}] = rows
  return { state, bytes }
}

/** Connections of the test itself, which are named after the database, were closed and are about to end. */
async function isAlone(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name <> current_database()`,
  )
  return rowCount === 0
}

async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relkind = 'S' and c.relpersistence = 'p'",
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    )
    sequences.push(...values.map((value) => ({ name, ...value })))
  }
  return sequences
}
