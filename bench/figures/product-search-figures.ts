import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { partId } from '../samples/template-products.ts'
import { p95, type Session, send } from '../session.ts'

const TIMES = 60

type SearchCase = {
  name: string
  /** The search request of a turn. */
  request(turn: number): Record<string, unknown>
  /** The least that the same page could cost: the SQL that reads it, and nothing else. */
  baseline(turn: number): { text: string; values: unknown[] }
  valueMax?: number
}

const page = (where: string) =>
  `select p.document::text from (select product_id from product_search where ${where} order by product_id limit 20) s join product p using (product_id)`

const codes = [(turn: number) => partId(turn * 7), (turn: number) => `template-${String(turn * 3).padStart(5, '0')}-component-1`]
const productCode = (turn: number) => (codes[turn % codes.length] as (turn: number) => string)(turn)

const measured: readonly SearchCase[] = [
  {
    name: 'search by component',
    request: (turn) => ({ componentIds: [productCode(turn)] }),
    baseline: (turn) => ({ text: page('component_ids && $1::text[]'), values: [[productCode(turn)]] }),
    valueMax: 30,
  },
  {
    name: 'search by words',
    request: (turn) => ({ searchText: `template-00${String(turn).padStart(3, '0')}` }),
    baseline: (turn) => ({ text: page('search_text like $1'), values: [`%template-00${String(turn).padStart(3, '0')}%`] }),
  },
  { name: 'first page of all, with facets', request: () => ({}), baseline: () => ({ text: page('true'), values: [] }) },
]

/**
 * Times of searches over a number of products, each beside the time of the bare SQL of its page;
 * all p95, one request after the other.
 */
export async function productSearchFigures(count: number, system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['catalog-assets'] })
  await client.connect()
  const figures: Figure[] = []
  try {
    for (const { name, request, baseline, valueMax } of measured) {
      const bare = await p95(TIMES, (turn) => client.query(baseline(turn)))
      const product = await p95(TIMES, (turn) => search(session, request(turn)))
      const target = valueMax === undefined ? {} : { valueMax }
      figures.push({
        name: `${name}, ${count.toLocaleString('en')} products, p95`,
        baseline: bare,
        product,
        unit: 'ms',
        ...target,
      })
    }
  } finally {
    await client.end()
  }
  return figures
}

async function search(session: Session, request: Record<string, unknown>): Promise<void> {
  const { totalHits, facetsTimedOut } = JSON.parse(await send(session, 'POST', '/api/products/SearchProducts', request))
  if (totalHits === 0) throw new Error(`${JSON.stringify(request)} finds nothing, which measures nothing.`)
  if (facetsTimedOut) throw new Error(`The facets of ${JSON.stringify(request)} took longer than their budget.`)
}
