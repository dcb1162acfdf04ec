import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** The Postgres schemas of a service's database. */
export const schemas = ['kit', 'public'] as const
/** The table of each schema that names its applied migrations. */
export const HISTORY = '_prisma_migrations'

/**
 * A table as SQL names it (`kit.outbox`) and its columns, without generated ones: the database
 * makes those again.
 */
export type Table = { table: string; columns: string }

/** By sequence (`kit.outbox_id_seq`), the value that was given last. */
export type Sequences = Record<string, string>

/** The file of a table's rows; the signal stops what is under way. */
export type RowsFile = { file: string; signal: AbortSignal }

type Queryable = Pick<pg.ClientBase, 'query'>

const tablesText = `
  select format('%I.%I', n.nspname, c.relname) as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class as c
  join pg_namespace as n on n.oid = c.relnamespace
  join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname = any ($1) and c.relname <> $2
  group by 1 order by 1`

const sequencesText = `
  select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as value
  from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`

/** Every table of a service's database but the history of its migrations. */
export async function listTables(client: Queryable): Promise<Table[]> {
  return (await client.query(tablesText, [schemas, HISTORY])).rows
}

/** The name of every sequence of a service's database. */
export async function listSequenceNames(client: Queryable): Promise<string[]> {
  const text = `select format('%I.%I', schemaname, sequencename) as sequence from pg_sequences where schemaname = any ($1)`
  return (await client.query(text, [schemas])).rows.map(({ sequence }) => sequence)
}

/**
 * The sequences that have given a value. They belong to no snapshot: read after the rows, they are
 * never behind them.
 */
export async function readSequences(client: Queryable): Promise<Sequences> {
  const { rows } = await client.query(sequencesText, [schemas])
  return Object.fromEntries(rows.map(({ sequence, value }) => [sequence, value]))
}

export async function setSequences(client: Queryable, sequences: Sequences): Promise<void> {
  for (const [sequence, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [sequence, value])
}

/** The names of the applied migrations of a schema, oldest first. */
export async function listAppliedMigrations(client: Queryable, schema: (typeof schemas)[number]): Promise<string[]> {
  const text = `select migration_name as name from ${schema}.${HISTORY} where rolled_back_at is null order by 1`
  return (await client.query(text)).rows.map(({ name }) => name)
}

/** Writes the rows of a table as PostgreSQL's COPY text, compressed. Returns how many there are. */
export async function writeRows(client: Queryable, { table, columns }: Table, { file, signal }: RowsFile): Promise<number> {
  const rows = client.query(copyTo(`copy (select ${columns} from ${table}) to stdout`))
  await pipeline(rows, createGzip({ level: 3 }), createWriteStream(file, { mode: 0o600, flush: true }), { signal })
  return rows.rowCount
}

/** Fills an empty table with rows of `writeRows`. Returns how many there are. */
export async function readRows(client: Queryable, { table, columns }: Table, { file, signal }: RowsFile): Promise<number> {
  const rows = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
  await pipeline(createReadStream(file), createGunzip(), rows, { signal })
  return rows.rowCount
}
