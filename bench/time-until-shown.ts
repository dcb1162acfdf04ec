import type { Page } from '@open-oms/local-servers/start-browser'

/** What a page must show: an element, with this text or value where one is given. */
export type Sight = { selector: string; text?: string }

export type DisplayCondition = {
  /** What the person does, whose time is the begin. */
  event: 'click' | 'keydown' | 'wheel'
  seen: readonly Sight[]
  /** What must not be there, such as the sign that something is loading. */
  gone?: string
}

/**
 * The milliseconds from an event that `act` brings about until a frame shows what is awaited.
 * Measured in the page: calls of this process to the browser are not counted.
 */
export async function timeUntilShown(
  page: Page,
  { event, seen, gone }: DisplayCondition,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(beginTiming, { event, seen, gone: gone ?? null, waitMs: WAIT_MS })
  await act()
  return await page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown)
}

/** Whoever waited for longer would not measure any more. */
const WAIT_MS = 60_000

type DisplayTiming = { event: string; seen: readonly Sight[]; gone: string | null; waitMs: number }

/** Runs in the page. */
function beginTiming({ event, seen, gone, waitMs }: DisplayTiming): void {
  const elementText = (element: Element) => (element instanceof HTMLInputElement ? element.value : element.textContent)
  const isSeen = ({ selector, text }: Sight) => {
    const element = document.querySelector(selector)
    return element !== null && (text === undefined || elementText(element) === text)
  }
  const isShown = () => seen.every(isSeen) && (gone === null || document.querySelector(gone) === null)
  if (isShown()) throw new Error(`What is awaited is there already: ${JSON.stringify({ seen, gone })}`)
  let begin: number | null = null
  const noteBegin = ({ timeStamp }: Event) => {
    begin = timeStamp
  }
  addEventListener(event, noteBegin, { capture: true, once: true, passive: true })
  const shown = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`Not seen within ${waitMs} ms: ${JSON.stringify({ seen, gone })}`)), waitMs)
    const look = () => {
      // What is there before a frame is painted has been seen when the next one begins.
      if (begin !== null && isShown()) requestAnimationFrame(() => resolve(performance.now() - (begin ?? 0)))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  Object.assign(globalThis, { shown })
}
