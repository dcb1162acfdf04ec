import type { Page } from '@open-oms/local-servers/start-browser'

type ElementMove = { what: string; from: string; to: string }
type Shift = { score: number; moved: ElementMove[] }
type ShiftEntry = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Begins to note the layout shifts of what a page shows from its next load on, for
 * `takeLayoutShift`.
 */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(noteShifts)
}

/**
 * How much of a page has moved since the last call, and what: the sum of the scores of all layout
 * shifts. Those within half a second of a click or key count too, other than for the Web Vital of
 * that name: how much moves must not depend on how fast the machine is.
 */
export async function takeLayoutShift(page: Page): Promise<{ score: number; moved: string[] }> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { takeShifts: () => Shift[] }).takeShifts())
  return {
    score: shifts.reduce((sum, { score }) => sum + score, 0),
    moved: shifts.flatMap(({ score, moved }) =>
      moved.map(({ what, from, to }) => `${score.toFixed(4)}: ${what} from ${from} to ${to}`),
    ),
  }
}

/** Runs in the page. */
function noteShifts(): void {
  const shifts: Shift[] = []
  const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  const describeNode = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    const text = (node?.textContent ?? '').trim().slice(0, 40)
    return `<${element?.tagName.toLowerCase() ?? 'gone'} class="${element?.getAttribute('class') ?? ''}">${text}`
  }
  const note = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as ShiftEntry[]) {
      const moved = sources.map((source) => ({
        what: describeNode(source.node),
        from: place(source.previousRect),
        to: place(source.currentRect),
      }))
      shifts.push({ score: value, moved })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const takeShifts = () => {
    note(observer.takeRecords())
    return shifts.splice(0)
  }
  Object.assign(globalThis, { takeShifts })
}
