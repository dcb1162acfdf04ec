import { isWorkUnsaved } from '../shell/typed-text.ts'
import { checkVersion, pageReload, reloadIfDue } from './page-reload.ts'

/** A restarted gateway is back within them. */
const PAUSES_MS = [500, 1_500, 4_000, 8_000] as const
const LAST_PAUSE_MS = 8_000

/**
 * A file of the console could not be loaded, several times. It has words of its own: by those of
 * the browser the router would load the page again, whatever a person has written.
 */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
  constructor(cause: Error) {
    super('A part of the console could not be loaded.', { cause })
  }
}

/** The build wraps the import of a further try too. */
let isTryingAgain = false

/**
 * Loads a part of the console, and tries again while its files cannot be loaded; the build wraps
 * every dynamic import in it. A part of a former version is never there again: the page is loaded
 * again instead. As long as that would lose what a person has written, the part stays away and a
 * reload is due. Raises `LoadFailure` after the last try, and what the part itself raises.
 */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return isTryingAgain ? load() : loadPatiently(load)
}

async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  let next = load
  for (let tries = 0; ; tries++) {
    try {
      return await next()
    } catch (error) {
      if (!isFileMissing(error)) throw error
      await checkVersion()
      if (reloadIfDue()) return new Promise(() => undefined)
      if (tries >= PAUSES_MS.length) giveUp(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[tries] ?? LAST_PAUSE_MS))
      next = nextTry(load, error, tries + 1)
    }
  }
}

/** Raises `LoadFailure`, unless that would lose what a person has written: a reload is due then. */
function giveUp(error: Error): void {
  if (!isWorkUnsaved()) throw new LoadFailure(error)
  pageReload.setDue()
}

/** Of Chromium, Firefox and Safari, and of the styles that are loaded with a script. */
const MISSING =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

function isFileMissing(error: unknown): error is Error {
  return error instanceof Error && MISSING.test(error.message)
}

/**
 * Browsers keep the failure of a module under its address, so that it is asked for under another
 * one; they do not tell it for what else it is made of.
 */
function nextTry<Part>(load: () => Promise<Part>, error: Error, tries: number): () => Promise<Part> {
  const address = /https?:\S+\.js/.exec(error.message)?.[0]
  if (address === undefined) {
    // Styles that are in the page already, though not loaded, are not asked for again.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (link.sheet === null) link.remove()
    return load
  }
  return () => {
    isTryingAgain = true
    const part = import(/* @vite-ignore */ `${address}?again=${tries}`)
    isTryingAgain = false
    return part
  }
}
