import { join } from 'node:path'
import { HISTORY, listTables, readSequences, schemas, setSequences } from '@open-oms/system/backup/database-rows'
import type pg from 'pg'

const fixtures = join(import.meta.dirname, 'fixtures')

/** What the databases of the version before held; written by e2e/copy-databases.ts. */
export const upgradeFixture = join(fixtures, 'databases-before.json.gz')

/** What those of the first version with an upgrade held after `npm run demo`. */
export const firstFixture = join(fixtures, 'databases-first.json.gz')

/**
 * The rows of one database with the migrations that made its tables, small enough to be kept beside
 * a test.
 */
export type DatabaseCopy = {
  /** By Postgres schema: the rows of `_prisma_migrations`, oldest first. */
  migrations: Record<string, MigrationRow[]>
  /**
   * By table (`kit.outbox`), the rows as the text of a JSON array. A table without rows is absent.
   */
  rows: Record<string, string>
  /** By sequence (`kit.outbox_id_seq`), the value that was given last. */
  sequences: Record<string, string>
}

export type MigrationRow = { migration_name: string; checksum: string } & Record<string, unknown>

const historyText = (schema: string) =>
  `select coalesce(json_agg(h order by started_at), '[]') as rows from ${schema}.${HISTORY} as h`

/** Reads all rows of a database. Generated columns are left out: the database makes them again. */
export async function copyDatabase(client: pg.Client): Promise<DatabaseCopy> {
  const copy: DatabaseCopy = { migrations: {}, rows: {}, sequences: {} }
  for (const schema of schemas) copy.migrations[schema] = (await client.query(historyText(schema))).rows[0].rows
  for (const { table, columns } of await listTables(client)) {
    const text = `select json_agg(r)::text as rows from (select ${columns} from ${table}) as r`
    const [row] = (await client.query(text)).rows
    if (row.rows !== null) copy.rows[table] = row.rows
  }
  copy.sequences = await readSequences(client)
  return copy
}

/** The tables with rows of an order, and their column of its id. */
const orderTables = { '"order"': 'id', order_version: 'order_id', order_search: 'order_id', order_term: 'order_id' }

/** What orders are counted by, from 1.0.0 on. */
const counted =
  'status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status, tags, shipping_methods'

/**
 * Adds copies of an order of the filled database, under ids `<id>~1` and so on, of another SKU.
 * They can be searched and written. Needs a superuser as `fillDatabase`.
 */
export async function copyOrder(
  client: pg.Client,
  { id, sku, count }: { id: string; sku: string; count: number },
): Promise<void> {
  await client.query(`begin; set local session_replication_role = 'replica'`)
  for (const { table, columns } of await listTables(client)) {
    const column = Object.entries(orderTables).find(([name]) => table === `public.${name}`)?.[1]
    if (column === undefined) continue
    const document = `replace(replace(r.document::text, $1, copy.id), $3, $3 || '-2')::json`
    // No event of a copy was sent before.
    const terms = `array_replace(r.terms, 'sku:' || $3, 'sku:' || $3 || '-2')`
    const changes: Record<string, string> = { [column]: 'copy.id', document, terms, event_sequence: '0' }
    const changed = columns.split(', ').map((name) => changes[name.replaceAll('"', '')] ?? `r.${name}`)
    await client.query(
      `insert into ${table} (${columns}) select ${changed.join(', ')} from ${table} as r
        cross join lateral (select $1 || '~' || place as id from generate_series(1, $2::int) as place) as copy
        where r.${column} = $1 and $3::text is not null`,
      [id, count, sku],
    )
  }
  await client.query(
    `insert into order_count_delta (${counted}, count) select ${counted}, $2 from order_search where order_id = $1`,
    [id, count],
  )
  await client.query('commit')
}

/**
 * Fills a database whose tables were made by the migrations of the copy. Needs a superuser:
 * triggers and foreign keys rest.
 */
export async function fillDatabase(client: pg.Client, copy: DatabaseCopy): Promise<void> {
  await client.query(`begin; set local session_replication_role = 'replica'`)
  for (const { table, columns } of await listTables(client)) {
    const rows = copy.rows[table]
    // A migration may have written rows of its own.
    await client.query(`delete from ${table}`)
    if (rows === undefined) continue
    const source = `json_populate_recordset(null::${table}, $1)`
    await client.query(`insert into ${table} (${columns}) overriding system value select ${columns} from ${source}`, [rows])
  }
  for (const [schema, history] of Object.entries(copy.migrations)) {
    const table = `${schema}.${HISTORY}`
    await client.query(`delete from ${table}`)
    const source = `json_populate_recordset(null::${table}, $1)`
    await client.query(`insert into ${table} select * from ${source}`, [JSON.stringify(history)])
  }
  await setSequences(client, copy.sequences)
  await client.query('commit')
}
