// The baseline of a status with four steps without external calls: its rows, in one statement and
// one commit.
import Fastify from 'fastify'
import pg from 'pg'
import { countedBy, sampleRows } from './sampled-rows.ts'

// More than the fastest machine so far gets through.
const ORDERS = 100_000
// A plan that is made while a table is small reads the whole table forever, slower with each new
// row.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c enable_seqscan=off' })
const app = Fastify()

const { writableColumns, buildCopyInsert } = await sampleRows(pool, [
  'order',
  'order_version',
  'order_search',
  'order_term',
  'workflow_run',
  'workflow_step_attempt',
  'inventory_movement',
])

const many = `cross join generate_series(1, ${ORDERS}) as n`
const first = `'baseline-' || n`
await pool.query(await buildCopyInsert('order', { given: { id: first, version_number: '1' }, from: many }))
await pool.query(
  await buildCopyInsert('order_version', {
    given: { order_id: first, document: 'null' },
    from: many,
    where: 's.version_number = 1',
  }),
)
// As they were before the status, so that the indexes have as much to do as the product's.
const earlier = {
  status: `'New'`,
  payment_status: `'NotPaid'`,
  modified: 's.created',
  completed: 'null',
  last_payment: 's.first_payment',
}
await pool.query(await buildCopyInsert('order_search', { given: { order_id: first, ...earlier }, from: many }))
const fewer = { terms: 'trim_array(s.terms, 1)', payments: `'[]'` }
await pool.query(await buildCopyInsert('order_term', { given: { order_id: first, ...fewer }, from: many }))
await pool.query(
  `insert into inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
   select distinct 'baseline-' || n, m.warehouse_code, 1000000000, 0, 0, now() from sample_inventory_movement as m cross join generate_series(0, 399) as n`,
)
await pool.query('vacuum analyze')

/** Gives an order's row of a table the sample's values. */
async function buildUpdate(table: 'order_search' | 'order_term'): Promise<string> {
  const columns = (await writableColumns(table)).filter((column) => column !== 'order_id')
  return `update ${table} as t set (${columns.join(', ')}) = row(${columns.map((column) => `s.${column}`).join(', ')})
      from sample_${table} as s where t.order_id = $1`
}

const versioned = { order_id: '$1', version_id: 'gen_random_uuid()' }
const moved = await buildCopyInsert('inventory_movement', {
  given: { id: 'default', order_id: '$1', sku_id: `'baseline-' || ($5::int + s.line_item_id::int) % 400` },
})
const written = `with saved as (
    update "order" set version_number = 2, version_id = gen_random_uuid(), event_sequence = event_sequence + 4, document = $2::json
    where id = $1 and version_number = 1
  ), versioned as (${await buildCopyInsert('order_version', { given: versioned, where: 's.version_number = 2' })}),
  superseded as (
    update order_version as v set document = o.document from "order" as o where o.id = $1 and v.order_id = $1 and v.version_number = 1
  ),
  searched as (${await buildUpdate('order_search')}), termed as (${await buildUpdate('order_term')}),
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select $1, gen_random_uuid(), 'statusChanged', now(), store_id, order_type from sample_order_search
  ), counted as (
    insert into order_count_delta (${countedBy}, count) select ${countedBy}, count from sample_order_search cross join (values (-1), (1)) as c (count)
  ), published as (
    insert into kit.event (event_id, type, envelope)
    select gen_random_uuid(), event->>'type', event::text from json_array_elements($3::json) as new (event) returning id
  ), waiting as (insert into kit.waiting_event (id) select id from published), run as (${await buildCopyInsert('workflow_run', { given: { id: '$4', order_id: '$1' } })}),
  attempted as (${await buildCopyInsert('workflow_step_attempt', { given: { run_id: '$4', order_id: '$1' } })}),
  taken as (
    update inventory set quantity = quantity - 1, event_sequence = event_sequence + 1 where sku_id in ('baseline-' || ($5::int + 1) % 400, 'baseline-' || ($5::int + 2) % 400)
  )
  ${moved.replace('(id, ', '(').replace('select default, ', 'select ')}`

const document = (await pool.query('select document::text from sample_order')).rows[0].document
const events = process.env.SAMPLE_EVENTS ?? '[]'
let next = 0

app.post('/next', async (_request, reply) => {
  next += 1
  const values = [`baseline-${next}`, document, events, crypto.randomUUID(), next * 2]
  await pool.query({ name: 'baseline-write', text: written, values })
  return reply.type('application/json').send(document)
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
