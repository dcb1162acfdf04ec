import { createPolicy } from '../../shell/trusted-policy.ts'
import workerUrl from './service-worker.ts?worker&url'

/** Gives out the address of this worker alone. */
const policy = createPolicy('service-worker', { createScriptURL: (url) => (url === workerUrl ? url : null) })

/**
 * Lets the console be loaded without a connection from now on: a service worker keeps what it has
 * loaded. A browser that cannot do that goes on without.
 */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker === undefined || !import.meta.env.PROD) return
  await serviceWorker.register(policy?.createScriptURL(workerUrl) ?? workerUrl, { scope: '/console' })
  const { active } = await serviceWorker.ready
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ files: files.filter((name) => name.startsWith(`${location.origin}/console/files/`)) })
}
