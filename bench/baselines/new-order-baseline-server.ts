// The baseline of a new order that enters its first status: the rows that it leaves, in one
// statement and one commit.
import Fastify from 'fastify'
import pg from 'pg'
import { countedBy, sampleRows } from './sampled-rows.ts'

// So many that no two requests at a time want the same, and wait for each other.
const SKUS = 4_000

// A plan that is made while a table is small reads the whole table forever, slower with each new
// row.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c enable_seqscan=off' })
const app = Fastify({ bodyLimit: 2 * 1024 * 1024 })

const { buildCopyInsert } = await sampleRows(pool, [
  'order',
  'order_version',
  'order_search',
  'order_term',
  'workflow_run',
  'workflow_step_attempt',
  'inventory_movement',
  'message',
])
await pool.query(
  `insert into inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
   select 'baseline-' || n, 'Oslo-01', 1000000000, 0, 0, now() from generate_series(0, ${SKUS - 1}) as n`,
)

const document = (await pool.query('select document::text from sample_order')).rows[0].document
const reserved = `'baseline-' || ($5::int + s.line_item_id::int) % ${SKUS}`
const movement = await buildCopyInsert('inventory_movement', { given: { id: 'default', order_id: '$1', sku_id: reserved } })
const written = `with saved as (${await buildCopyInsert('order', { given: { id: '$1', document: '$2::json' } })}),
  versioned as (${await buildCopyInsert('order_version', { given: { order_id: '$1' } })}),
  searched as (${await buildCopyInsert('order_search', { given: { order_id: '$1' } })}),
  termed as (${await buildCopyInsert('order_term', { given: { order_id: '$1' } })}),
  counted as (
    insert into order_count_delta (${countedBy}, count) select ${countedBy}, 1 from sample_order_search
  ), noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select $1, gen_random_uuid(), 'created', now(), store_id, order_type from sample_order_search
  ), published as (
    insert into kit.event (event_id, type, envelope)
    select gen_random_uuid(), event->>'type', event::text from json_array_elements($3::json) as new (event) returning id
  ), waiting as (insert into kit.waiting_event (id) select id from published), run as (${await buildCopyInsert('workflow_run', { given: { id: '$4', order_id: '$1' } })}),
  attempted as (${await buildCopyInsert('workflow_step_attempt', { given: { run_id: '$4', order_id: '$1' } })}),
  notified as (${await buildCopyInsert('message', { given: { id: 'gen_random_uuid()', order_id: '$1' } })}),
  taken as (
    update inventory set reserved_quantity = reserved_quantity + 1, event_sequence = event_sequence + 1
    where sku_id in ('baseline-' || ($5::int + 1) % ${SKUS}, 'baseline-' || ($5::int + 2) % ${SKUS})
  )
  ${movement.replace('(id, ', '(').replace('select default, ', 'select ')}`

const events = process.env.SAMPLE_EVENTS ?? '[]'
let next = 0

function nextInsert({ id }: { id: string }) {
  next += 1
  return { name: 'baseline-insert', text: written, values: [id, document, events, crypto.randomUUID(), next * 2] }
}

app.post('/orders', async (request, reply) => {
  await pool.query(nextInsert(request.body as { id: string }))
  return reply.code(201).type('application/json').send(document)
})

// Many in one commit.
app.post('/orders/many', async (request, reply) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const order of request.body as { id: string }[]) await client.query(nextInsert(order))
    await client.query('commit')
  } finally {
    client.release()
  }
  return reply.code(204).send()
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
