/**
 * Keeps the page of the console and the files that the pick page loads, so that it can be loaded
 * again without a connection (security.md#console). What the API says passes by it.
 */
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
type Messaging = Waiting & { data: { files: readonly string[] } }
type Worker = {
  location: Location
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void
    (type: 'fetch', listener: (event: Fetching) => void): void
    (type: 'message', listener: (event: Messaging) => void): void
  }
}

const worker = globalThis as unknown as Worker
const CACHE = 'oms-console'
/** Every address of the console begins with the same page. */
const PAGE = '/console'
const FILES = '/console/files/'

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data.files)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(loadPage(request))
  else if (origin === worker.location.origin && pathname.startsWith(FILES)) event.respondWith(loadFile(request))
})

/** Keeps the page and what it had loaded before this worker listened. */
async function keep(files: readonly string[]): Promise<void> {
  await keepPage(await fetch(PAGE))
  for (const file of files) await loadFile(new Request(file))
}

/** The page as the gateway has it now, else as it was last. */
async function loadPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok) await keepPage(response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(PAGE)
    if (kept === undefined) throw error
    return kept
  }
}

/** Another page has other files: those of the former one go with it. */
async function keepPage(response: Response): Promise<void> {
  const kept = await caches.match(PAGE)
  if (kept !== undefined && kept.headers.get('etag') !== response.headers.get('etag')) await caches.delete(CACHE)
  await (await caches.open(CACHE)).put(PAGE, response)
}

/** A file never changes: its name has a hash of its content. */
async function loadFile(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}
