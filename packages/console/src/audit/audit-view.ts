import { dayIn, textIn } from '../address-search.ts'

const filters = ['actor', 'act', 'outcome', 'order', 'customer', 'trace'] as const

/** What the page of the audit log shows, as its address says; days are those of the person. */
export type AuditView = Partial<Record<(typeof filters)[number] | 'from' | 'to', string>>

/** The state of the page in an address; what it does not understand is left out. */
export function readAuditView(raw: Readonly<Record<string, unknown>>): AuditView {
  const texts = filters.map((name) => [name, textIn(raw[name])])
  const days = (['from', 'to'] as const).map((name) => [name, dayIn(raw[name])])
  return Object.fromEntries([...texts, ...days].filter(([, value]) => value !== undefined))
}
