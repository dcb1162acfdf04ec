import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
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

const page = (where: string, offset = 0) =>
  `select o.document::text from (select order_id from order_search where ${where} order by created desc, order_id limit 20 offset ${offset}) s join "order" o on o.id = s.order_id`

/** The page that a search without a filter reads. */
export const newestPage = page('not is_deleted')

const stores = ['Oslo-01', 'Bergen-01', 'Stockholm-01', '142']
const statuses = ['Completed', 'Shipped', 'New', 'Queued']
/**
 * What people search for: a tracking number, a whole name, a rare name, an e-mail address, an id.
 */
const words = ['tr00042', 'kari hansen', 'granberg', 'nils.olsen', 'copy-00001234', 'astrid skogland']
const at = <T>(list: readonly T[], turn: number) => list[turn % list.length] as T

/**
 * What is measured, for a number of orders; dates are chosen so that about 200,000 orders, or all
 * if fewer, match.
 */
function searchCases(count: number): SearchCase[] {
  const days = Math.floor((3 * 365 * Math.min(count, 200_000)) / 1_000_000)
  // The orders are spread as if there were a million: the newest is younger, the more there are.
  const newest = Date.now() - (1 - count / 1_000_000) * 3 * 365 * 86_400_000
  const from = new Date(newest - days * 86_400_000).toISOString()
  return [
    {
      name: 'newest 20',
      request: () => ({ disableFacets: true }),
      baseline: () => ({ text: newestPage, values: [] }),
      valueMax: 10,
    },
    {
      name: 'status and store',
      request: (turn) => ({
        disableFacets: true,
        selectedStores: [at(stores, turn)],
        selectedStatuses: [at(statuses, turn + 1)],
      }),
      baseline: (turn) => ({ text: page('store_id = $1 and status = $2'), values: [at(stores, turn), at(statuses, turn + 1)] }),
      valueMax: 4,
    },
    {
      name: 'free text',
      request: (turn) => ({ disableFacets: true, searchText: at(words, turn) }),
      baseline: (turn) => ({
        text: page('order_id in (select order_id from order_term where search_text like all ($1::text[]))'),
        values: [
          at(words, turn)
            .split(' ')
            .map((word) => `%${word}%`),
        ],
      }),
      valueMax: 60,
    },
    // Reported without a target: ten thousand matches are read before counting ends.
    {
      name: 'free text that one order in eight has',
      request: () => ({ disableFacets: true, searchText: 'backpack' }),
      baseline: () => ({
        text: `select count(*) from order_term where search_text like '%backpack%' and not is_deleted`,
        values: [],
      }),
    },
    {
      name: 'facets over at most 200,000 matches',
      request: () => ({ createdFrom: from }),
      baseline: () => ({
        text: `select status, store_id, market_id, order_type, sales_channel, payment_status, tags, shipping_methods, count(*)
          from order_search where created >= $1 and not is_deleted group by 1, 2, 3, 4, 5, 6, 7, 8`,
        values: [from],
      }),
      valueMax: 80,
    },
    {
      name: 'facets over all',
      request: () => ({}),
      baseline: () => ({
        text: `select status, store_id, market_id, order_type, sales_channel, payment_status, tags, shipping_methods, count(*)
          from order_search where not is_deleted group by 1, 2, 3, 4, 5, 6, 7, 8`,
        values: [],
      }),
      valueMax: 700,
    },
    {
      name: 'page at offset 9,980',
      request: () => ({ disableFacets: true, page: 500 }),
      baseline: () => ({ text: page('not is_deleted', 9_980), values: [] }),
      valueMax: 60,
    },
  ]
}

/**
 * Times of searches at a number of orders, each beside the time of its bare SQL; all p95, one
 * request after the other.
 */
export async function searchFigures(count: number, system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  const figures: Figure[] = []
  try {
    for (const { name, request, baseline, valueMax } of searchCases(count)) {
      const bare = await p95(TIMES, (turn) => client.query(baseline(turn)))
      const product = await p95(TIMES, (turn) => search(session, request(turn)))
      figures.push({
        name: `${name}, ${count.toLocaleString('en')} orders, p95`,
        baseline: bare,
        product,
        unit: 'ms',
        ...(valueMax === undefined ? {} : { valueMax }),
      })
    }
  } finally {
    await client.end()
  }
  return figures
}

async function search(session: Session, request: Record<string, unknown>): Promise<void> {
  const text = await send(session, 'POST', '/api/Orders/Search', request)
  if (/"facetsTimedOut":true/.test(text))
    throw new Error(`The facets of ${JSON.stringify(request)} took longer than their budget.`)
}
