import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@open-oms/local-servers/start-browser'

type Request = Awaited<ReturnType<Page['waitForRequest']>>

type NetworkActivity = { underWay: Set<Request>; quietSince: number }

const watched = new WeakMap<Page, NetworkActivity>()

/**
 * Begins to note what each page of a context that is opened from now on asks for, for `settled`.
 */
export function watchRequests(context: ReturnType<Page['context']>): void {
  context.on('page', (page) => {
    const state: NetworkActivity = { underWay: new Set(), quietSince: Date.now() }
    watched.set(page, state)
    const end = (request: Request) => {
      if (state.underWay.delete(request)) state.quietSince = Date.now()
    }
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    page.on('request', (request) => {
      if (!request.url().includes('/Changes/Stream')) state.underWay.add(request)
    })
  })
}

const QUIET_MS = 300
const LOOK_MS = 50

/**
 * Waits until a page of a watched context has asked for nothing for a while, counted from now. In
 * the place of Playwright's `networkidle`, which never comes: the stream of changes has no end.
 */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  const state = watched.get(page)
  if (state === undefined) throw new Error('The requests of the page are not watched.')
  const { underWay } = state
  const begun = Date.now()
  for (;;) {
    const now = Date.now()
    const leftMs = Math.max(begun, state.quietSince) + quietMs - now
    if (underWay.size === 0 && leftMs <= 0) return
    if (now - begun > 30_000)
      throw new Error(`The page keeps sending requests: ${[...underWay].map((request) => request.url()).join(', ')}`)
    await sleep(underWay.size > 0 ? LOOK_MS : leftMs)
  }
}
