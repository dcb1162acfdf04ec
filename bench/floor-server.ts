// The floor: what Fastify and Postgres alone can do with the same rows. Started as a process of its own.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify({ bodyLimit: 2 * 1024 * 1024 })

const product = new pg.Client({ connectionString: process.env.SAMPLE_DATABASE_URL })
await product.connect()
const { rows } = await product.query(
  `select o.order_number, o.order_type, o.status, o.store_id, o.market_id, o.customer_id, o.created, o.modified, o.version_id, o.event_sequence,
     o.document::text, v.created_by, v.operation, v.changed_fields
   from "order" o join order_version v on v.order_id = o.id where o.id = $1`,
  [process.env.SAMPLE_ORDER_ID],
)
await product.end()
const sample = rows[0]
const outbox = JSON.stringify(JSON.parse(process.env.SAMPLE_EVENTS ?? '[]'))

const insert = {
  name: 'floor-insert',
  text: `with saved as (
      insert into "order" (id, version_number, order_number, order_type, status, store_id, market_id, customer_id, created, modified, version_id,
        event_sequence, is_deleted, document)
      values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, $12::json) returning id
    ), versioned as (
      insert into order_version (order_id, version_number, version_id, created, created_by, operation, changed_fields, document)
      select id, 1, $10, $9, $13, $14, $15::text[], $12::json from saved
    )
    insert into kit.outbox (event_id, type, envelope)
    select gen_random_uuid(), event->>'type', event::text from json_array_elements($16::json) as new (event)`,
}

app.post('/orders', async (request, reply) => {
  const { id } = request.body as { id: string }
  await pool.query({
    ...insert,
    values: [
      id,
      sample.order_number,
      sample.order_type,
      sample.status,
      sample.store_id,
      sample.market_id,
      sample.customer_id,
      sample.created,
      sample.modified,
      sample.version_id,
      sample.event_sequence,
      sample.document,
      sample.created_by,
      sample.operation,
      sample.changed_fields,
      outbox,
    ],
  })
  return reply.code(201).type('application/json').send(sample.document)
})

app.get('/orders/:id', async (request, reply) => {
  const { id } = request.params as { id: string }
  const found = await pool.query({ name: 'floor-read', text: 'select document::text from "order" where id = $1', values: [id] })
  return reply.type('application/json').send(found.rows[0].document)
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
