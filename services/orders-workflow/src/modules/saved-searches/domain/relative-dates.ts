import { assertNoErrors, type ErrorTexts } from '@open-oms/contracts/errors'
import type { RelativeDate } from '@open-oms/contracts/orders/search/saved-search'
import type { OrderSearchRequest } from '@open-oms/contracts/orders/search/search'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * The search with its relative dates as dates at `now` (saved-searches.md#relative-dates).
 */
export function withDatesAt(search: OrderSearchRequest, relativeDates: readonly RelativeDate[], now: Date): OrderSearchRequest {
  const dates = relativeDates.map(({ filter, offset }) => [filter, new Date(now.getTime() + parseOffset(offset)).toISOString()])
  return { ...search, ...Object.fromEntries(dates) }
}

function parseOffset(offset: string): number {
  return Number(offset.slice(0, -1)) * unitMs[offset.slice(-1) as keyof typeof unitMs]
}

/**
 * Refuses, with `ValidationFailed`, a relative date whose filter has a date in the search too, or
 * another relative date: one of both would not count.
 */
export function assertOneDatePerFilter(search: OrderSearchRequest, relativeDates: readonly RelativeDate[]): void {
  const errors: ErrorTexts = {}
  const known = new Set<string>()
  for (const [index, { filter }] of relativeDates.entries()) {
    if (search[filter] || known.has(filter)) errors[`relativeDates[${index}].filter`] = [`has another date: ${filter}`]
    known.add(filter)
  }
  assertNoErrors(errors)
}
