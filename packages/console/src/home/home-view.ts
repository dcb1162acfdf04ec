import type { FoundRun, OrderSearch, RunSearchResult, SparseOrderSearchResult } from '@open-oms/client/types'
import { addDays, dayIn } from '../display/zoned-time.ts'
import { type OrderView, toOrderSearch, viewOfStore } from '../orders/order-view.ts'

/** What of the configuration the page needs. */
export type Names = {
  timeZone: string
  stores: readonly { timeZone: string }[]
  orderTypes: readonly { statuses: readonly { name: string; displayName: string; isOpen: boolean }[] }[]
}

/** An open status under the name that people see. */
export type OpenStatus = { name: string; label: string }

/** The time zone of the stores that the person sees, if it is one; else that of the tenant. */
export function displayTimeZone({ timeZone, stores }: Names): string {
  const [first, ...others] = [...new Set(stores.map((store) => store.timeZone))]
  return first !== undefined && others.length === 0 ? first : timeZone
}

/**
 * The open statuses of all order types, each once, in their order. A status is open where it is
 * open in one of them.
 */
export function openStatuses({ orderTypes }: Names): OpenStatus[] {
  const found = new Map<string, string>()
  for (const { name, displayName, isOpen } of orderTypes.flatMap(({ statuses }) => statuses))
    if (isOpen && !found.has(name)) found.set(name, displayName)
  return [...found].map(([name, label]) => ({ name, label }))
}

/** The number of runs in any of these states. */
export function countOfStates({ facets }: Pick<RunSearchResult, 'facets'>, states: readonly FoundRun['state'][]): number {
  const counts = facets.find(({ facetType }) => facetType === 'States')?.facets ?? []
  return counts.filter(({ value }) => states.some((state) => state === value)).reduce((sum, { count }) => sum + count, 0)
}

export const ages = ['today', 'days', 'week', 'older'] as const
export type Age = (typeof ages)[number]

/** The date range of an age: today, the two days before, the five before those, or any earlier. */
export function daysOfAge(age: Age, today: string): Pick<OrderView, 'from' | 'to'> {
  if (age === 'today') return { from: today }
  if (age === 'days') return { from: addDays(today, -2), to: addDays(today, -1) }
  if (age === 'week') return { from: addDays(today, -7), to: addDays(today, -3) }
  return { to: addDays(today, -8) }
}

type AgeView = { age: Age; statuses: readonly string[]; now: Date; zone: string; store: string | null }

/** The view of the order list with the orders of an age and of these statuses. */
export function viewOfAge({ age, statuses, now, zone, store }: AgeView): OrderView {
  const view = { status: [...statuses], ...daysOfAge(age, dayIn(now, zone)), zone, sort: 'CreatedAscending' as const }
  return viewOfStore(view, store)
}

/** The search for what the list of a view would show, with the first order only. */
export function countSearch(view: OrderView): OrderSearch {
  return { ...toOrderSearch(view), take: 1, disableFacets: true }
}

/** The number of orders per status in a search result; null when counting timed out. */
export function countsByStatus({
  facets,
  facetsTimedOut,
}: Pick<SparseOrderSearchResult, 'facets' | 'facetsTimedOut'>): ReadonlyMap<string, number> | null {
  if (facetsTimedOut === true) return null
  const found = facets.find(({ facetType }) => facetType === 'SelectedStatuses')?.facets ?? []
  return new Map(found.map(({ value, count }) => [value ?? '', count]))
}

export type AgeCounts = Readonly<Record<Age, ReadonlyMap<string, number> | null>>
/** A row of the table; null: not counted. */
export type StatusRow = OpenStatus & { counts: Readonly<Record<Age, number | null>>; total: number | null }

/** The statuses that have orders, with the number of orders per age. */
export function toStatusRows(statuses: readonly OpenStatus[], counted: AgeCounts): StatusRow[] {
  return statuses
    .map((status) => {
      const counts = Object.fromEntries(
        ages.map((age) => [age, counted[age] === null ? null : (counted[age].get(status.name) ?? 0)]),
      ) as StatusRow['counts']
      return { ...status, counts, total: sumKnown(ages.map((age) => counts[age])) }
    })
    .filter(({ total }) => total !== 0)
}

/** The sum; null where a part of it is not known. */
export function sumKnown(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}
