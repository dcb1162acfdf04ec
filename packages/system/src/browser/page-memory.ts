import type { Page } from '@open-oms/local-servers/start-browser'

/**
 * What a page holds: memory of its scripts in MiB, nodes (those that are not shown any more too),
 * and listeners to events.
 */
export type PageMemory = { heap: number; nodes: number; listeners: number }

/** What a page holds after all that nothing refers to is collected. */
export async function pageMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Performance.enable')
    // What the first run finalises, the second frees.
    for (let run = 0; run < 2; run++) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    return { heap: metric('JSHeapUsedSize') / 2 ** 20, nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
  } finally {
    await session.detach()
  }
}
