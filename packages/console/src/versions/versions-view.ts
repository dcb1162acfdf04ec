import { textIn } from '../address-search.ts'

/** Which two versions are compared, as the address of the page says it. */
export type VersionsView = {
  /** The version to begin with; by default the one before `to`. */
  from?: string
  /** The version that came of it; by default the newest one. */
  to?: string
}

/**
 * The view of versions in an address. What it does not understand is left out: the address may be
 * old, or typed.
 */
export function readVersionsView(raw: Readonly<Record<string, unknown>>): VersionsView {
  const [from, to] = [textIn(raw.from), textIn(raw.to)]
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
