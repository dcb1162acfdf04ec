import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { type Session, send } from '../session.ts'
import { templateOrder } from './template-orders.ts'

const TEMPLATES = 2_000
const BATCH = 200
/** A placeholder in the templates' documents where every copy gets a time of its own. */
const TEMPLATE_CREATED = '2001-01-01T00:00:00.000Z'
const YEARS = 3

/**
 * The tables that an order has a row in, and the columns in which a copy differs from its template.
 */
const copied: readonly { table: string; changes: Record<string, string> }[] = [
  {
    table: '"order"',
    changes: {
      id: 'copy.id',
      document: 'replace(replace(template.document::text, copy.template, copy.id), $3, copy.created_text)::json',
    },
  },
  {
    table: 'order_version',
    changes: {
      order_id: 'copy.id',
      created: 'copy.created',
    },
  },
  {
    table: 'order_search',
    changes: { order_id: 'copy.id', order_number: 'copy.id', created: 'copy.created', modified: 'copy.created' },
  },
  {
    table: 'order_term',
    changes: { order_id: 'copy.id', search_text: 'replace(template.search_text, copy.template, copy.id)' },
  },
]

/**
 * Grows the stored orders to a number. The product itself writes a few thousand orders; SQL copies
 * their rows under new ids and times, evenly over three years, because a million requests would
 * take the better part of an hour.
 */
export async function growTo(count: number, system: System, session: Session): Promise<void> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const has = await countCopies(client)
    if (has === 0) await createTemplates(session)
    await withoutIndexes(client, async () => {
      for (let first = has; first < count; first += TEMPLATES) await copyTemplates(client, first, count)
    })
    await client.query(
      `insert into order_count_delta (status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods, count)
       select status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods, count(*)
       from order_search where order_id like 'copy-%' and substr(order_id, 6)::int >= $1 group by 1, 2, 3, 4, 5, 6, 7, 8`,
      [has],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function countCopies(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count from order_search where order_id like 'copy-%'`)
  return rows[0].count
}

async function createTemplates(session: Session): Promise<void> {
  for (let first = 0; first < TEMPLATES; first += BATCH) {
    const orders = Array.from({ length: BATCH }, (_, index) => templateOrder(first + index, TEMPLATE_CREATED))
    await send(session, 'POST', '/api/Orders/AddMany', orders)
  }
}

async function copyTemplates(client: pg.Client, first: number, count: number): Promise<void> {
  for (const { table, changes } of copied) {
    const { rows } = await client.query(
      `select string_agg(quote_ident(column_name), ',' order by ordinal_position) as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
      [table.replaceAll('"', '')],
    )
    const names = String(rows[0].names).split(',')
    const values = names.map((name) => changes[name] ?? `template.${name}`)
    const id = table === '"order"' ? 'id' : 'order_id'
    await client.query(
      `insert into ${table} (${names.join(', ')})
       select ${values.join(', ')} from (
         select 'template-' || lpad(place::text, 5, '0') as template, 'copy-' || lpad(($1::int + place)::text, 8, '0') as id,
           created, to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_text
         from generate_series(0, ${TEMPLATES - 1}) as place,
           lateral (select date_trunc('second', now()) - interval '${YEARS} years' * (1 - ($1::int + place)::float8 / 1000000)) as of (created)
         where $1::int + place < $2
       ) as copy join ${table} as template on template.${id} = copy.template order by copy.id`,
      [first, count, TEMPLATE_CREATED].slice(0, table === '"order"' ? 3 : 2),
    )
  }
}

/** Loads rows without indexes, which is several times faster; foreign keys hold by construction. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('order_search'::regclass, 'order_term'::regclass) and not indisprimary`,
  )
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
