import type { Page } from '@oms/local-servers/start-browser'

type BrowserContext = ReturnType<Page['context']>
type Request = Awaited<ReturnType<Page['waitForRequest']>>

const underWay = new WeakMap<Page, Set<Request>>()

/** Begins to note what each page of a context that is opened from now on asks for, for `settled`. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>()
    underWay.set(page, requests)
    const end = (request: Request) => void requests.delete(request)
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    page.on('request', (request) => {
      if (!request.url().includes('/Changes/Stream')) requests.add(request)
    })
  })
}

const QUIET_MS = 500
const LOOK_MS = 50

/**
 * Waits until a page of a watched context has asked for nothing for a while, half a second by default. In the place of Playwright's
 * `networkidle`, which never comes: the stream of changes has no end.
 */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  const requests = underWay.get(page)
  if (requests === undefined) throw new Error('The requests of the page are not watched.')
  const until = Date.now() + 30_000
  for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; ) {
    if (Date.now() > until)
      throw new Error(`The page goes on asking: ${[...requests].map((request) => request.url()).join(', ')}`)
    await page.waitForTimeout(LOOK_MS)
    if (requests.size > 0) quietSince = Date.now()
  }
}
