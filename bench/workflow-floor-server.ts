// The floor of a status with four steps: the rows that it leaves, in the three commits that a call to the outside needs to be found again.
import Fastify from 'fastify'
import pg from 'pg'

const ORDERS = 20_000
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

const sampled = ['order', 'order_version', 'order_search', 'order_term', 'workflow_run', 'workflow_step_attempt'] as const
type Sampled = (typeof sampled)[number] | 'inventory_movement'
const keyOf = (table: Sampled) => (table === 'order' ? 'id' : 'order_id')

/** The rows of the product's order are kept beside the tables they are of. */
async function takeSample(): Promise<void> {
  const product = new pg.Client({ connectionString: process.env.SAMPLE_DATABASE_URL })
  await product.connect()
  for (const table of [...sampled, 'inventory_movement'] as const) {
    const { rows } = await product.query(`select json_agg(r)::text as rows from "${table}" as r where ${keyOf(table)} = $1`, [
      process.env.SAMPLE_ORDER_ID,
    ])
    await pool.query(`create table sample_${table} as select * from "${table}" limit 0`)
    const columns = (await columnsOf(table)).join(', ')
    const text = `insert into sample_${table} (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1::json)`
    await pool.query(text, [rows[0].rows])
  }
  await product.end()
}

async function columnsOf(table: Sampled): Promise<string[]> {
  const { rows } = await pool.query(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

type Given = Record<string, string>

/** Inserts the sample's rows of a table, with some columns given. */
async function copyOf(table: Sampled, { given, from = '', where = 'true' }: { given: Given; from?: string; where?: string }) {
  const columns = await columnsOf(table)
  const cells = columns.map((column) => given[column] ?? `s.${column}`)
  return `insert into "${table}" (${columns.join(', ')}) select ${cells.join(', ')} from sample_${table} as s ${from} where ${where}`
}

await takeSample()
const many = `cross join generate_series(1, ${ORDERS}) as n`
const first = `'floor-' || n`
await pool.query(await copyOf('order', { given: { id: first, version_number: '1' }, from: many }))
await pool.query(await copyOf('order_version', { given: { order_id: first }, from: many, where: 's.version_number = 1' }))
await pool.query(await copyOf('order_search', { given: { order_id: first }, from: many }))
await pool.query(await copyOf('order_term', { given: { order_id: first }, from: many }))
await pool.query(
  `insert into inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
   select distinct 'floor-' || n, m.warehouse_code, 1000000000, 0, 0, now() from sample_inventory_movement as m cross join generate_series(0, 399) as n`,
)
await pool.query('vacuum analyze')

const told = `insert into kit.outbox (event_id, type, envelope)
  select gen_random_uuid(), event->>'type', event::text from json_array_elements($3::json) as new (event)`

/** The next version of an order, with its place in searches and lists. */
async function versionOf(number: 2 | 3): Promise<string> {
  const search = (await columnsOf('order_search')).filter((column) => column !== 'order_id')
  const version = await copyOf('order_version', {
    given: { order_id: '$1', document: '$2::json', version_id: 'gen_random_uuid()' },
    where: `s.version_number = ${number}`,
  })
  return `saved as (
      update "order" set version_number = ${number}, version_id = gen_random_uuid(), event_sequence = event_sequence + 2, document = $2::json
      where id = $1 and version_number = ${number - 1}
    ), versioned as (${version}), searched as (
      update order_search as t set (${search.join(', ')}) = row(${search.map((column) => `s.${column}`).join(', ')})
      from sample_order_search as s where t.order_id = $1
    ), noted as (
      insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
      select $1, gen_random_uuid(), 'updated', now(), store_id, order_type from sample_order_search
    )`
}

const dimensions = 'status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods'
const entered = `with ${await versionOf(2)}, counted as (
    insert into order_count_delta (${dimensions}, count) select ${dimensions}, count from sample_order_search cross join (values (-1), (1)) as c (count)
  ), told as (${told})
  ${await copyOf('workflow_run', { given: { id: '$4', order_id: '$1', state: `'Running'`, finished: 'null', lease_until: 'now()' } })}`
const openGiven = { run_id: '$2', order_id: '$1', open_for: '$1', finished: 'null', action_status: 'null' }
const opened = `with held as (update workflow_run set lease_until = now() where id = $2)
  ${await copyOf('workflow_step_attempt', { given: openGiven, where: 's.input is not null' })}`
const attempted = await copyOf('workflow_step_attempt', { given: { run_id: '$4', order_id: '$1' }, where: 's.input is null' })
const moved = await copyOf('inventory_movement', {
  given: { id: 'default', order_id: '$1', sku_id: `'floor-' || ($5::int + s.line_item_id::int) % 400` },
})
const ended = `with ${await versionOf(3)}, told as (${told}),
  held as (update workflow_run set state = 'Finished', finished = now(), lease_until = null where id = $4),
  closed as (update workflow_step_attempt set action_status = 'Success', finished = now(), open_for = null where run_id = $4),
  attempted as (${attempted}),
  taken as (
    update inventory set quantity = quantity - 1, event_sequence = event_sequence + 1 where sku_id in ('floor-' || ($5::int + 1) % 400, 'floor-' || ($5::int + 2) % 400)
  )
  ${moved.replace('(id, ', '(').replace('select default, ', 'select ')}`

const document = (await pool.query('select document::text from sample_order')).rows[0].document
const events = JSON.parse(process.env.SAMPLE_EVENTS ?? '[]')
const [early, late] = [JSON.stringify(events.slice(0, 2)), JSON.stringify(events.slice(2))]
let next = 0

app.post('/next', async (_request, reply) => {
  next += 1
  const id = `floor-${next}`
  const runId = crypto.randomUUID()
  await pool.query({ name: 'floor-enter', text: entered, values: [id, document, early, runId] })
  await pool.query({ name: 'floor-open', text: opened, values: [id, runId] })
  await pool.query({ name: 'floor-end', text: ended, values: [id, document, late, runId, next * 2] })
  return reply.type('application/json').send(document)
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
