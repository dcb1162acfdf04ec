import type { Deps } from '../../deps.ts'
import { readCustomersAfter } from './customer-store.ts'

/**
 * A page of business customers as they are stored, all or those that a text finds, by id, as JSON
 * text of `BusinessCustomers` (business-customers.md#customer-reads). `after` is `next` of the page
 * before.
 */
export async function listBusinessCustomers(
  deps: Pick<Deps, 'reading'>,
  { after = '', take, searchText = '' }: { after?: string | undefined; take: number; searchText?: string | undefined },
): Promise<string> {
  const found = await readCustomersAfter(deps.reading, { after, take: take + 1, words: searchText.split(/\s+/).filter(Boolean) })
  const page = found.slice(0, take)
  const next = found.length > take ? (page.at(-1)?.customerId ?? null) : null
  return `{"result":[${page.map(({ document }) => document).join(',')}],"next":${JSON.stringify(next)}}`
}
