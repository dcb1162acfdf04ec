import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { hasEarlierForm } from '@open-oms/service-kit/database/text-conditions'
import type { Log } from '@open-oms/service-kit/observability/log'
import { pause } from '@open-oms/service-kit/waiting/pause'
import { toSearchRow } from './domain/search-row.ts'

/** Products of one transaction: what waits for one of them waits only for a moment. */
const BATCH = 100

const findEarlierForm = statement({
  name: 'products-find-earlier-form',
  text: `select p.product_id, p.document from product_search as s join product as p on p.product_id = s.product_id
  where s.product_id > $1 and ${hasEarlierForm('s.search_text')} order by s.product_id limit ${BATCH} for no key update of p`,
  parameters: [Sql.text],
  row: { product_id: Sql.text, document: Sql.json },
})

const writeTexts = statement({
  name: 'products-fold-again',
  text: `update product_search as s set search_text = f.search_text
  from json_to_recordset($1::json) as f (product_id text, search_text text) where s.product_id = f.product_id`,
  parameters: [Sql.json],
  row: {},
})

type FoldDeps = Pick<Database, 'inTransaction'> & { log: Log }

/**
 * Folds the search texts of products again that an earlier version wrote (search.md#folded-texts),
 * in small batches and concurrently with other writes. What the signal or a crash interrupts
 * continues with the next call. Returns how many it wrote.
 */
export async function foldEarlierProducts({ inTransaction, log }: FoldDeps, signal: AbortSignal): Promise<number> {
  let count = 0
  let last = ''
  for (let isFull = true; isFull && !signal.aborted; ) {
    const rows = await inTransaction(async (tx) => {
      const found = await findEarlierForm.on(tx, last)
      const texts = found.map((row) => ({
        product_id: row.product_id,
        search_text: toSearchRow(JSON.parse(row.document)).searchText,
      }))
      if (texts.length > 0) await writeTexts.on(tx, JSON.stringify(texts))
      return found
    })
    count += rows.length
    last = rows.at(-1)?.product_id ?? last
    isFull = rows.length === BATCH
  }
  if (count > 0) log.info({ count }, 'the search texts of an earlier version are up to date')
  return count
}

/** A process of the earlier version that still runs may write more. */
const EVERY_MS = 60_000

/** Folds such texts until it is stopped. */
export function keepFolded(deps: FoldDeps): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await foldEarlierProducts(deps, stopped.signal).catch((err) =>
        deps.log.warn({ err }, 'search texts could not be folded; trying again later'),
      )
      await pause(EVERY_MS, stopped.signal)
    }
  })()
  return {
    stop: () => {
      stopped.abort()
      return running
    },
  }
}
