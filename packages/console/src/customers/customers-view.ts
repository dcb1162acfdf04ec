import { textIn } from '../address-search.ts'

/** What the list of customers shows, as its address says it. */
export type CustomersView = { text?: string }

/** The state of the page in an address; what it does not understand is left out. */
export function readCustomersView(raw: Readonly<Record<string, unknown>>): CustomersView {
  const text = textIn(raw.text)
  return text === undefined ? {} : { text }
}
