import { isWorkUnsaved } from '../shell/typed-text.ts'

const PAGE = '/console'
/** Its first script: the name has a hash of all that the console consists of. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/

let isDue = false
const listeners = new Set<() => void>()

/**
 * Whether the page has to be loaded again before all of it works: the gateway has another version
 * of the console, or a part that is needed cannot be loaded.
 */
export const pageReload = {
  isDue: () => isDue,
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  setDue(): void {
    isDue = true
    for (const listener of listeners) listener()
  },
}

/**
 * Asks the gateway which console it has now, and returns whether it is another one than that of the
 * page; false while the gateway is unreachable. Another one makes a reload due.
 */
export async function checkVersion(): Promise<boolean> {
  if (!import.meta.env.PROD) return false
  const own = document.querySelector('script[type=module]')?.getAttribute('src')
  const response = await fetch(PAGE, { cache: 'no-cache' }).catch(() => null)
  const page = response?.ok ? await response.text().catch(() => '') : ''
  const served = ENTRY.exec(page)?.[1]
  const isOutdated = own != null && served !== undefined && served !== own
  if (isOutdated) pageReload.setDue()
  return isOutdated
}

/** Loads the page again if that is due and loses nothing; returns whether it does. */
export function reloadIfDue(): boolean {
  if (!isDue || isWorkUnsaved()) return false
  globalThis.location.reload()
  return true
}
