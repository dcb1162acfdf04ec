import { createClient } from '@open-oms/client'
import { sessionFetch } from './session.ts'

/** Every call of the console goes through the public client, in the session of the browser. */
export const gateway = createClient({
  baseUrl: globalThis.location.origin,
  fetch: sessionFetch,
  // A person waits: what fails is shown soon, and the page repeats its requests automatically.
  retries: { triesMax: 2 },
  timeoutMs: 30_000,
})
