import type { Page } from '@open-oms/local-servers/start-browser'
import { takeLayoutShift, watchLayoutShifts } from '@open-oms/system/browser/layout-shifts'
import { type PageMemory, pageMemory } from '@open-oms/system/browser/page-memory'
import { consolePages, goInside } from '@open-oms/system/browser/pages'
import { settled } from '@open-oms/system/browser/settled-page'
import type { Figure } from '../figures.ts'
import { type Session, send } from '../session.ts'

const CHANGES = { first: 50, last: 200 }
/**
 * Different orders, as a person sees them; the pages of the same ones again and again would be too
 * easy.
 */
const ORDERS = 20
/**
 * How much more may be kept: the engine keeps compiling, so that the heap grows by code although
 * no object is added.
 */
const GROWTH_MAX = { heap: 1.25, nodes: 1.1, listeners: 1.1 } as const
const QUIET_MS = 150

/** What the console holds after 200 changes of the page, each beside what it held after 50. */
export async function pageMemoryFigures(page: Page, session: Session): Promise<Figure[]> {
  const orderIds = await readOrderIds(session)
  await page.goto(`${session.url}/console`)
  let first: PageMemory | null = null
  const paths = orderIds.flatMap((orderId) => consolePages({ orderId }))
  for (const [index, path] of paths.slice(0, CHANGES.last).entries()) {
    await goInside(page, path)
    await settled(page, QUIET_MS)
    if (index + 1 === CHANGES.first) first = await memoryAtHome(page)
  }
  const last = await memoryAtHome(page)
  const figure = (name: string, kind: keyof PageMemory, unit: string): Figure => {
    const baseline = first?.[kind] ?? Number.NaN
    return {
      name: `${name} after ${CHANGES.last} pages, beside ${CHANGES.first}`,
      baseline,
      product: last[kind],
      unit,
      valueMax: Math.round(baseline * GROWTH_MAX[kind]),
    }
  }
  return [figure('heap', 'heap', 'MiB'), figure('nodes', 'nodes', ''), figure('listeners', 'listeners', '')]
}

/** Measured on the same page both times. */
async function memoryAtHome(page: Page): Promise<PageMemory> {
  await goInside(page, '/')
  await settled(page)
  return await pageMemory(page)
}

const SHIFT_MAX = 0.02

/** How much moves on each page while it loads, as the sum of the scores of its layout shifts. */
export async function pageShiftFigures(page: Page, session: Session): Promise<Figure[]> {
  await watchLayoutShifts(page)
  const [orderId = ''] = await readOrderIds(session)
  const figures: Figure[] = []
  for (const path of consolePages({ orderId })) {
    await page.goto(`${session.url}/console${path}`)
    await settled(page)
    const { score } = await takeLayoutShift(page)
    figures.push({ name: `layout shift of ${path.replace(orderId, '…')}`, product: score, unit: '', valueMax: SHIFT_MAX })
  }
  return figures
}

async function readOrderIds(session: Session): Promise<string[]> {
  const body = { take: ORDERS, disableFacets: true }
  const { result }: { result: { id: string }[] } = JSON.parse(await send(session, 'POST', '/api/Orders/Search', body))
  return result.map(({ id }) => id)
}
