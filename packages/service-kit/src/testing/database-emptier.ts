import pg from 'pg'

export type DatabaseEmptier = {
  /**
   * Deletes all rows that came since the database was made. False when it is not like new then: its tables or rights were changed,
   * statistics were collected, somebody else is still connected, or it had so many rows that what they leave behind makes it slow.
   */
  empty(): Promise<boolean>
  close(): Promise<void>
}

const rowsMax = 1_000
const lockTimeoutMs = 5_000

/** What a table, a right or the planner's knowledge is kept in. */
const catalogs = [
  'pg_attrdef',
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_default_acl',
  'pg_extension',
  'pg_index',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_statistic',
  'pg_trigger',
  'pg_type',
]

/** Every change of a row gives it another xmin. */
const xminsOf = (relation: string, where = '') => `(select coalesce(sum(xmin::text::bigint), 0) from ${relation} ${where})`

const ofThisDatabase = '(select oid from pg_database where datname = current_database())'

/**
 * Empties a database that is new, as often as tests have used it.
 *
 * @param url - With a superuser, who may delete past triggers and foreign keys.
 * @param applicationName - Of those connections that are about to end, and do not count.
 */
export async function createDatabaseEmptier(url: string, applicationName: string): Promise<DatabaseEmptier> {
  const client = new pg.Client({ connectionString: url, application_name: 'test-database-emptier' })
  // The test may stop its server; the next statement fails then.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set session_replication_role = replica; set lock_timeout = ${lockTimeoutMs}`)
  const { emptied, kept } = await tablesOf(client)
  const sequences = await sequencesOf(client)
  const empty = [
    ...emptied.map((table) => `delete from ${table}`),
    ...sequences.map(({ name, start }) => `select setval('${name}', ${start}, false)`),
  ].join(';')
  const unchanged = [
    ...[...catalogs, ...kept].map((relation) => xminsOf(relation)),
    xminsOf('pg_database', 'where datname = current_database()'),
    xminsOf('pg_db_role_setting', `where setdatabase = ${ofThisDatabase}`),
  ]
  const stateOf = async () => (await client.query(`select concat_ws(' ', ${unchanged.join(', ')}) as state`)).rows[0].state
  const isAlone = async () => {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> $1',
      [applicationName],
    )
    return rowCount === 0
  }
  const state = await stateOf()
  return {
    empty: async () => {
      if (!(await isAlone()) || (await stateOf()) !== state) return false
      const results = (await client.query(empty)) as unknown as pg.QueryResult[]
      const rows = results.reduce((sum, { command, rowCount }) => sum + (command === 'DELETE' ? (rowCount ?? 0) : 0), 0)
      return rows <= rowsMax
    },
    close: () => client.end(),
  }
}

/** Those that hold rows in a new database, such as the history of migrations, are to stay as they are. */
async function tablesOf(client: pg.Client): Promise<{ emptied: string[]; kept: string[] }> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'`,
  )
  const filled = await client.query<{ name: string }>(
    rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  const kept = filled.rows.map(({ name }) => name)
  return { kept, emptied: rows.map(({ name }) => name).filter((name) => !kept.includes(name)) }
}

async function sequencesOf(client: pg.Client): Promise<{ name: string; start: string }[]> {
  const { rows } = await client.query<{ name: string; start: string }>(
    "select format('%I.%I', schemaname, sequencename) as name, start_value as start from pg_sequences",
  )
  return rows
}
