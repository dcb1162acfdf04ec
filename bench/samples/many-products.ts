import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { type Session, send } from '../session.ts'
import { PARTS, partProduct, TEMPLATES, templateProduct } from './template-products.ts'

/**
 * The tables that a product has rows in, with the columns in which those of a copy differ from its
 * template's.
 */
const copied: readonly { table: string; changes: Record<string, string> }[] = [
  { table: 'product', changes: { document: 'replace(template.document::text, copy.template, copy.id)::json' } },
  {
    table: 'product_version',
    changes: { version_id: 'gen_random_uuid()', document: 'replace(template.document::text, copy.template, copy.id)::json' },
  },
  { table: 'product_code', changes: { code: 'replace(template.code, copy.template, copy.id)' } },
  { table: 'component_edge', changes: {} },
  {
    table: 'product_search',
    changes: {
      search_text: 'replace(template.search_text, copy.template, copy.id)',
      component_ids: 'array(select replace(id, copy.template, copy.id) from unnest(template.component_ids) as id)',
    },
  },
]

/**
 * Grows the stored products to a number. The product itself writes some; SQL copies their rows
 * under new ids, because 200,000 requests would take many minutes. No events are published for the
 * copies.
 */
export async function growProductsTo(count: number, system: System, session: Session): Promise<void> {
  for (let index = 0; index < PARTS; index++) await send(session, 'POST', '/api/products', partProduct(index))
  for (let index = 0; index < TEMPLATES; index++) await send(session, 'POST', '/api/products', templateProduct(index))
  const client = new pg.Client({ connectionString: system.adminUrls['catalog-assets'] })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    for (const { table, changes } of copied) await copyRows(client, { table, changes, copies: Math.ceil(count / TEMPLATES) })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Copies = { table: string; changes: Record<string, string>; copies: number }

async function copyRows(client: pg.Client, { table, changes, copies }: Copies): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => (name === 'product_id' ? 'copy.id' : (changes[name] ?? `template.${name}`)))
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
     from ${table} as template cross join generate_series(2, ${copies}) as turn
       cross join lateral (
         select template.product_id::text, replace(template.product_id, 'template', 'copy-' || turn)
       ) as copy (template, id)
     where template.product_id like 'template-%'`,
  )
}
