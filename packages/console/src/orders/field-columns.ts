import type { OrderSearch } from '@open-oms/client/types'
import type { DeclaredField } from '../declared-fields/use-declared-fields.ts'

/** A column of the list that shows a declared field. */
export type FieldColumn = `field.${string}`
/** A sort order by a declared field; with `-` the highest value comes first. */
export type FieldSort = FieldColumn | `-${FieldColumn}`
export type ViewSort = NonNullable<OrderSearch['sortOrder']> | FieldSort

const FIELD_SORT = /^-?field\.[A-Za-z][\w.-]{0,99}$/

/** The column of a field. */
export function fieldColumn({ key }: Pick<DeclaredField, 'key'>): FieldColumn {
  return `field.${key}`
}

/** The key of the field that a column shows; null for a column of the system. */
export function columnField(column: string): string | null {
  return column.startsWith('field.') ? column.slice('field.'.length) : null
}

/** Whether an address names a sort order by a field. */
export function isFieldSort(sort: unknown): sort is FieldSort {
  return typeof sort === 'string' && FIELD_SORT.test(sort)
}

/** How a search asks for the order. */
export function sortProperty(sort: FieldSort): { key: string; descending: boolean } {
  const descending = sort.startsWith('-')
  return { key: columnField(descending ? sort.slice(1) : sort) ?? '', descending }
}

/** What a click on the heading of a field makes of the order, and how the list goes by it now. */
export function fieldHeadingSort(column: FieldColumn, sort: ViewSort | undefined) {
  const next: FieldSort = sort === column ? `-${column}` : column
  if (sort !== column && sort !== `-${column}`) return { next, direction: 'none' as const }
  return { next, direction: sort === column ? ('ascending' as const) : ('descending' as const) }
}
