import type pg from 'pg'

/** What a database was when it was new. */
export type NewDatabase = {
  /**
   * Of its settings, its statistics, and how often its tables and rights were changed: equal as
   * long as nothing of it is.
   */
  state: string
  /** Tables with rows, such as the history of migrations: they are to stay as they are. */
  filledTables: readonly string[]
  /** The last value by sequence, of those that were used. */
  sequences: Readonly<Record<string, string>>
}

/** Rows that are deleted stay in the files, and make the next test slower. */
const tableBytesMax = 4 * 1024 ** 2

/**
 * PostgreSQL counts a change when its connection ends, or soon after it is idle: all of them must
 * have ended, or have been told to count (`pg_stat_force_next_flush`).
 * A server that crashes begins again, and fails its tests.
 */
const countChangesSql = (relations: string) => `(select
  sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))
  from pg_class where relkind = 'r' and ${relations})`

const changesOfCatalog = countChangesSql("relnamespace = 'pg_catalog'::regnamespace and not relisshared")

/**
 * What the planner knows of the sizes of tables is written in place, and is no change that is
 * counted.
 */
const knownSizes = '(select sum(relpages) + sum(reltuples) + sum(relallvisible) from pg_class where oid >= 16384)'

const settings = `(select concat_ws(' ', datacl, datallowconn, datconnlimit, datdba, pg_stat_get_db_stat_reset_time(oid),
  (select string_agg(setconfig::text, ' ' order by setrole) from pg_db_role_setting where setdatabase = pg_database.oid))
  from pg_database where datname = current_database())`

const databaseStateSql = (filledTables: string) =>
  `concat_ws(' ', ${settings}, ${changesOfCatalog}, ${countChangesSql(`oid::regclass::text = any (${filledTables})`)}, ${knownSizes})`

/** The tables that have been written to, though they may be without rows. */
const usedTables = `select oid, oid::regclass::text as name from pg_class where relkind = 'r' and pg_relation_size(oid) > 0
  and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'`

/**
 * Notes what a database is that no test has used yet. The connection is a superuser's, as with
 * `emptyDatabase`.
 */
export async function readNewDatabase(client: pg.ClientBase): Promise<NewDatabase> {
  const { rows: used } = await client.query<{ name: string }>(usedTables)
  const { rows: filled } = await client.query<{ name: string }>(
    used.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  const filledTables = filled.map(({ name }) => name)
  const { rows } = await client.query<Omit<NewDatabase, 'filledTables'>>(
    `select ${databaseStateSql('$1')} as state, coalesce((select json_object_agg(seqrelid::regclass, pg_sequence_last_value(seqrelid)::text)
        from pg_sequence where pg_sequence_last_value(seqrelid) is not null), '{}') as sequences`,
    [filledTables],
  )
  const [{ state, sequences } = { state: '', sequences: {} }] = rows
  return { state, filledTables, sequences }
}

/**
 * Deletes all rows that came since the database was new. False when it is not as it was then: its
 * tables, rights or settings were changed, statistics were collected, or its files have grown.
 * Nobody else may be at work in it.
 */
export async function emptyDatabase(client: pg.ClientBase, wasNew: NewDatabase): Promise<boolean> {
  const { rows } = await client.query<{ state: string; tables: string[]; bytes: number }>(
    `select ${databaseStateSql('$1')} as state, coalesce(array_agg(name), '{}') as tables,
        coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes from (${usedTables}) as used where name <> all ($1)`,
    [wasNew.filledTables],
  )
  const [{ state, tables, bytes } = { state: '', tables: [], bytes: 0 }] = rows
  if (state !== wasNew.state || bytes > tableBytesMax) return false
  // Past triggers and foreign keys.
  await client.query('set session_replication_role = replica')
  const used = Object.entries(wasNew.sequences)
  await client.query({
    text: 'select setval(seqrelid::regclass, seqstart, false) from pg_sequence where seqrelid::regclass::text <> all ($1)',
    values: [used.map(([name]) => name)],
  })
  const deletes = tables.map((table) => `delete from ${table}`)
  await client.query([...deletes, ...used.map(([name, last]) => `select setval('${name}', ${last})`)].join(';'))
  return true
}
