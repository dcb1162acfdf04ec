import { textIn } from '../address-search.ts'

/** What the page of imports shows, as its address says: one of them. */
export type ImportsView = { import?: string }

/** The state of the page in an address; what it does not understand is left out. */
export function readImportsView(raw: Readonly<Record<string, unknown>>): ImportsView {
  const shown = textIn(raw.import)
  return shown === undefined ? {} : { import: shown }
}
