// The baseline: what Fastify and Postgres alone can do with the same rows. Started as a process of
// its own.
import Fastify from 'fastify'
import pg from 'pg'
import { countedBy } from './sampled-rows.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify({ bodyLimit: 2 * 1024 * 1024 })

type Row = Record<string, unknown>

/**
 * Every row that the creation of the sample order left, as JSON; documents stay text, and Postgres
 * makes `combination` itself.
 */
async function sampleRows() {
  const product = new pg.Client({ connectionString: process.env.SAMPLE_DATABASE_URL })
  await product.connect()
  const { rows } = await product.query(
    `select o.document::text, to_jsonb(o) - 'document' - 'status_before_deletion' as "order", to_jsonb(v) - 'document' as version,
       to_jsonb(s) - 'combination' as search, to_jsonb(t) as term,
       (select to_jsonb(c) - 'position' from order_change as c where c.order_id = o.id
         union all select to_jsonb(p) - 'id' from order_change_pending as p where p.order_id = o.id limit 1) as change
     from "order" as o join order_version as v on v.order_id = o.id join order_search as s on s.order_id = o.id join order_term as t on t.order_id = o.id
     where o.id = $1`,
    [process.env.SAMPLE_ORDER_ID],
  )
  await product.end()
  return rows[0] as { document: string; order: Row; version: Row; search: Row; term: Row; change: Row }
}

const sample = await sampleRows()

// $1 is the order's id and $2 its document; every other value is one of the sample.
const values: unknown[] = ['', sample.document]
const parameter = (value: unknown) => `$${values.push(value)}`

function buildInsert(table: string, row: Row, given: Record<string, string>): string {
  const columns = Object.entries(row).filter(([column]) => given[column] === undefined)
  const names = [...Object.keys(given), ...columns.map(([column]) => column)]
  const cells = columns.map(([column, value]) => parameter(column === 'payments' ? JSON.stringify(value) : value))
  return `insert into ${table} (${names.join(', ')}) values (${[...Object.values(given), ...cells].join(', ')})`
}

const counted = Object.fromEntries(countedBy.split(', ').map((name) => [name, sample.search[name]]))
const insert = {
  name: 'baseline-insert',
  text: `with saved as (${buildInsert('"order"', sample.order, { id: '$1', document: '$2::json' })}),
    versioned as (${buildInsert('order_version', sample.version, { order_id: '$1' })}),
    searched as (${buildInsert('order_search', sample.search, { order_id: '$1' })}),
    termed as (${buildInsert('order_term', sample.term, { order_id: '$1' })}),
    counted as (${buildInsert('order_count_delta', { ...counted, count: 1 }, {})}),
    noted as (${buildInsert('order_change_pending', sample.change, { order_id: '$1' })}),
    published as (
      insert into kit.event (event_id, type, envelope)
      select gen_random_uuid(), event->>'type', event::text from json_array_elements(${parameter(process.env.SAMPLE_EVENTS ?? '[]')}::json) as new (event)
      returning id
    )
    insert into kit.waiting_event (id) select id from published`,
}

app.post('/orders', async (request, reply) => {
  const { id } = request.body as { id: string }
  await pool.query({ ...insert, values: [id, ...values.slice(1)] })
  return reply.code(201).type('application/json').send(sample.document)
})

app.get('/orders/:id', async (request, reply) => {
  const { id } = request.params as { id: string }
  const found = await pool.query({
    name: 'baseline-read',
    text: 'select document::text from "order" where id = $1',
    values: [id],
  })
  return reply.type('application/json').send(found.rows[0].document)
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
