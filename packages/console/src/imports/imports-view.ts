/** What the page of imports shows, as its address says: one of them. */
export type ImportsView = { import?: string }

/** The state of the page in an address; what it does not understand is left out. */
export function readImportsView(raw: Readonly<Record<string, unknown>>): ImportsView {
  return typeof raw.import === 'string' && raw.import !== '' ? { import: raw.import } : {}
}
