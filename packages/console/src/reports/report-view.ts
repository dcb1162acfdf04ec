import { dayIn, textIn } from '../address-search.ts'

/** What the page of reports shows, as its address says. */
export type ReportView = Partial<Record<'name' | 'store' | 'from' | 'to', string>>

/** The state of the page in an address; what it does not understand is left out. */
export function readReportView(raw: Readonly<Record<string, unknown>>): ReportView {
  const view = { name: textIn(raw.name), store: textIn(raw.store), from: dayIn(raw.from), to: dayIn(raw.to) }
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))
}
