import pg from 'pg'

/** Values of columns, by column: SQL that replaces what the sample has. */
export type Given = Record<string, string>

type Copy = { given: Given; from?: string; where?: string }

export type SampledRows<Table extends string> = {
  /** The columns of a table that can be written, in their order. */
  writableColumns(table: Table): Promise<string[]>
  /** An INSERT of the sample's rows of a table, with some columns given. */
  buildCopyInsert(table: Table, copy: Copy): Promise<string>
}

/**
 * Copies the rows of the product's order to `sample_*` tables beside the originals, from which a
 * baseline writes them again and again.
 */
export async function sampleRows<Table extends string>(pool: pg.Pool, tables: readonly Table[]): Promise<SampledRows<Table>> {
  const product = new pg.Client({ connectionString: process.env.SAMPLE_DATABASE_URL })
  await product.connect()
  for (const table of tables) {
    const key = table === 'order' ? 'id' : 'order_id'
    const { rows } = await product.query(`select json_agg(r)::text as rows from "${table}" as r where ${key} = $1`, [
      process.env.SAMPLE_ORDER_ID,
    ])
    await pool.query(`create table sample_${table} as select * from "${table}" limit 0`)
    const columns = (await writableColumns(table)).join(', ')
    const text = `insert into sample_${table} (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1::json)`
    await pool.query(text, [rows[0].rows])
  }
  await product.end()

  async function writableColumns(table: Table): Promise<string[]> {
    const { rows } = await pool.query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    return rows.map(({ name }) => name)
  }

  async function buildCopyInsert(table: Table, { given, from = '', where = 'true' }: Copy): Promise<string> {
    const columns = await writableColumns(table)
    const cells = columns.map((column) => given[column] ?? `s.${column}`)
    return `insert into "${table}" (${columns.join(', ')}) select ${cells.join(', ')} from sample_${table} as s ${from} where ${where}`
  }

  return { writableColumns, buildCopyInsert }
}

/** The columns by which orders are counted. */
export const countedBy = 'status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods'
