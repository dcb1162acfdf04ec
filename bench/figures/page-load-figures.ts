import type { Page } from '@oms/local-servers/start-browser'
import type { Figure } from '../figures.ts'
import { percentile, type Session } from '../session.ts'

const TURNS = 20
const KILOBYTE = 1_000
/** What the first page may load of script; compressed as the gateway sends it to a browser. */
const SCRIPT_KB_MAX = 220
/** What a list of 50 orders may weigh, before it is compressed. */
const LIST_KB_MAX = 40
const FIRST_ROW = '[role=row][aria-rowindex="2"] .order-link'

type Loaded = { ms: number; scriptBytes: number; listBytes: number }

/**
 * The first load of the list of orders by who is signed in, with nothing in the browser's cache:
 * the milliseconds until the first row is there, the script that was loaded until then, and the
 * list itself.
 */
export async function pageLoadFigures(page: Page, { url }: Session): Promise<Figure[]> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loads: Loaded[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    await page.goto(`${url}/console/orders`, { waitUntil: 'commit' })
    await page.locator(FIRST_ROW).waitFor()
    loads.push(await page.evaluate(readLoad))
  }
  await protocol.detach()
  const times = loads.map(({ ms }) => ms)
  const most = (key: 'scriptBytes' | 'listBytes') => Math.max(...loads.map((load) => load[key])) / KILOBYTE
  return [
    { name: 'first load of the list, p50', product: percentile(times, 0.5), unit: 'ms' },
    { name: 'first load of the list, p95', product: percentile(times, 0.95), unit: 'ms' },
    { name: 'script of the first load', product: most('scriptBytes'), unit: 'kB', valueMax: SCRIPT_KB_MAX },
    { name: 'a list of 50 orders', product: most('listBytes'), unit: 'kB', valueMax: LIST_KB_MAX },
  ]
}

/** Runs in the page. */
function readLoad(): Loaded {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const sum = (part: string, size: 'encodedBodySize' | 'decodedBodySize') =>
    entries.filter(({ name }) => name.includes(part)).reduce((bytes, entry) => bytes + entry[size], 0)
  const list = entries.find(({ name }) => name.includes('/Orders/SearchSummaries'))
  return { ms: performance.now(), scriptBytes: sum('.js', 'encodedBodySize'), listBytes: list?.decodedBodySize ?? 0 }
}
