import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, startBrowser } from '@open-oms/local-servers/start-browser'
import { settled, watchRequests } from '@open-oms/system/browser/settled-page'
import { demoPerson, signIn } from '@open-oms/system/browser/sign-in'
import { requestToken } from '@open-oms/system/rest-client'
import { serviceSession } from '@open-oms/system/service-session'
import { buildPages } from '@open-oms/system/start/build-pages'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import { benchTenant } from './bench-tenant.ts'
import { pageTimeFigures } from './figures/page-time-figures.ts'
import { pageMemoryFigures, pageShiftFigures } from './figures/page-use-figures.ts'
import type { Figure } from './figures.ts'
import { growTo } from './samples/many-orders.ts'
import type { Session } from './session.ts'
import { percentile } from './session.ts'

const TURNS = 20
const KILOBYTE = 1_000
/** What the first page may load of script; compressed as the gateway sends it to a browser. */
const SCRIPT_KB_MAX = 220
/** What a list of 50 orders may weigh, before it is compressed. */
const LIST_KB_MAX = 40
const FIRST_ROW = '[role=row][aria-rowindex="2"] .order-link'

type PageLoad = { ms: number; scriptBytes: number; listBytes: number }

/**
 * The first load of the list of orders by who is signed in, with nothing in the browser's cache:
 * the milliseconds until the first row is there, the script that was loaded until then, and the
 * list itself.
 */
async function pageLoadFigures(page: Page, { url }: Session): Promise<Figure[]> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loads: PageLoad[] = []
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
function readLoad(): PageLoad {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const sum = (part: string, size: 'encodedBodySize' | 'decodedBodySize') =>
    entries.filter(({ name }) => name.includes(part)).reduce((bytes, entry) => bytes + entry[size], 0)
  const list = entries.find(({ name }) => name.includes('/Orders/SearchSummaries'))
  return { ms: performance.now(), scriptBytes: sum('.js', 'encodedBodySize'), listBytes: list?.decodedBodySize ?? 0 }
}

const ORDERS = Number(process.env.OMS_BENCH_ORDERS ?? 20_000)

/**
 * What people wait for in the console over many orders, what its pages hold after many of them, and
 * how much moves on them. Ignores the system of the other measurements: the orders that those make
 * are not like those of a shop.
 */
export async function consolePages(_system: System): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-bench-console-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    // The gateway serves what is there when it starts.
    await buildPages()
    const environment = { LOG_LEVEL: 'error' }
    const system = await startSystem({ dataDir: join(folder, 'data'), configDir: await benchTenant(folder), environment })
    undo.push(system.stop)
    const token = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
    await growTo(ORDERS, system, serviceSession(system, 'orders-workflow'))
    const browser = await startBrowser()
    undo.push(() => browser.close())
    return await figuresIn(browser, { url: system.gatewayUrl, token })
  } finally {
    for (const end of undo.reverse()) await end()
  }
}

async function figuresIn(browser: Awaited<ReturnType<typeof startBrowser>>, session: Session): Promise<Figure[]> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  watchRequests(context)
  const page = await context.newPage()
  await page.goto(`${session.url}/console/orders`)
  await signIn(page, demoPerson)
  await settled(page)
  const loads = await pageLoadFigures(page, session)
  const times = await pageTimeFigures(page, session)
  const memory = await pageMemoryFigures(page, session)
  return [...loads, ...times, ...memory, ...(await pageShiftFigures(page, session))]
}
