import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '@oms/local-servers/start-browser'
import { settled, watchRequests } from '@oms/system/browser/settled-page'
import { demoPerson, signIn } from '@oms/system/browser/sign-in'
import { requestToken } from '@oms/system/rest-client'
import { serviceSession } from '@oms/system/service-session'
import { buildPages } from '@oms/system/start/build-pages'
import { type System, startSystem } from '@oms/system/start/start-system'
import { benchTenant } from './bench-tenant.ts'
import { pageLoadFigures } from './figures/page-load-figures.ts'
import { pageTimeFigures } from './figures/page-time-figures.ts'
import { pageMemoryFigures, pageShiftFigures } from './figures/page-use-figures.ts'
import type { Figure } from './figures.ts'
import { growTo } from './samples/many-orders.ts'
import type { Session } from './session.ts'

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
