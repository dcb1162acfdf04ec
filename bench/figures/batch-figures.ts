import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { CONNECTIONS, requestsPerSecond } from '../load.ts'
import { nextOrderId, sampleOrder } from '../samples/sample-order.ts'
import type { Session } from '../session.ts'

const ORDERS = 100
const SECONDS = 8
const SAMPLE_TABLES = ['"order"', 'order_version', 'order_search', 'order_term'] as const

const batch = () => `[${Array.from({ length: ORDERS }, () => sampleOrder(nextOrderId())).join(',')}]`

/** Orders written a second by AddMany, beside raw multi-row inserts of the same rows. */
export async function batchFigures(system: System, { url, token }: Session): Promise<Figure[]> {
  const post = await requestsPerSecond({
    url: `${url}/api/Orders/AddMany`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    nextBody: batch,
    seconds: SECONDS,
  })
  const baseline = await rawInsertsPerSecond(system)
  return [
    {
      name: 'AddMany, 100 orders of two lines a request',
      baseline,
      product: post * ORDERS,
      unit: '1/s',
      ratioMin: 0.4,
      valueMin: 1_500,
    },
  ]
}

/**
 * The rows of a hundred orders, written again and again under new ids on as many connections as the
 * product has callers.
 */
async function rawInsertsPerSecond(system: System): Promise<number> {
  const pool = new pg.Pool({ connectionString: system.adminUrls['orders-workflow'], max: CONNECTIONS })
  const samples = new Map<string, Sample>()
  for (const table of SAMPLE_TABLES) {
    const id = table === '"order"' ? 'id' : 'order_id'
    const { rows } = await pool.query(
      `select json_agg(r)::text as rows, (
         select string_agg(quote_ident(column_name), ', ') from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
       ) as columns
       from (select * from ${table} where ${id} like 'bench-%' order by ${id} limit ${ORDERS}) r`,
      [table.replaceAll('"', '')],
    )
    samples.set(table, rows[0])
  }
  const end = performance.now() + SECONDS * 1000
  let turns = 0
  const writeInLoop = async (index: number) => {
    while (performance.now() < end) {
      turns += 1
      await writeRows(pool, samples, `${index}-${turns}-`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => writeInLoop(index)))
  const seconds = (performance.now() - start) / 1000
  await pool.end()
  return (turns * ORDERS) / seconds
}

/** Rows as JSON, and the names of the columns that are written. */
type Sample = { rows: string; columns: string }

async function writeRows(pool: pg.Pool, samples: ReadonlyMap<string, Sample>, prefix: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [table, { rows, columns }] of samples) {
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [rows.replaceAll(/"(id|order_id)":"bench-/g, `"$1":"raw-${prefix}`)],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
