import type { OrderSearch } from '@open-oms/client/types'

/**
 * Filters by declared fields as the address of the list has them: `deliveryWindow=morning`,
 * `deliveryDay>=2026-12-24`, `weight<=12.5`.
 */
const FILTER = /^([A-Za-z][\w.-]{0,99}?)(>=|<=|=)(.+)$/s

type Operator = '=' | '>=' | '<='

/** The filters that an address has; what is none is left out. */
export function readFieldFilters(texts: readonly string[]): string[] {
  return texts.filter((text) => FILTER.test(text))
}

/** The value of a filter; an empty text where there is none. */
export function filterValue(filters: readonly string[] | undefined, key: string, operator: Operator): string {
  const start = `${key}${operator}`
  return (filters ?? []).find((filter) => filter.startsWith(start))?.slice(start.length) ?? ''
}

/** The filters with another value of one of them; an empty text removes it. */
export function withFilter(filters: readonly string[] | undefined, filter: { key: string; operator: Operator; value: string }) {
  const start = `${filter.key}${filter.operator}`
  const others = (filters ?? []).filter((text) => !text.startsWith(start))
  return filter.value === '' ? others : [...others, `${start}${filter.value}`]
}

/** What the filters are in a search. */
export function fieldSearch(filters: readonly string[] | undefined): Pick<OrderSearch, 'properties' | 'propertyRanges'> {
  const parts = (filters ?? []).flatMap((filter) => {
    const [, key = '', operator = '', value = ''] = FILTER.exec(filter) ?? []
    return key === '' ? [] : [{ key, operator, value }]
  })
  const equal = parts.filter(({ operator }) => operator === '=').map(({ key, value }) => ({ key, value }))
  const ranges = new Map<string, { key: string; from?: string; to?: string }>()
  for (const { key, operator, value } of parts)
    if (operator !== '=') ranges.set(key, { key, ...ranges.get(key), [operator === '>=' ? 'from' : 'to']: value })
  return {
    ...(equal.length === 0 ? {} : { properties: equal }),
    ...(ranges.size === 0 ? {} : { propertyRanges: [...ranges.values()] }),
  }
}
