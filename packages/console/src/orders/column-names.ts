import { columnField, type FieldColumn, fieldHeadingSort, type ViewSort } from './field-columns.ts'
import type { SortOrder } from './order-view.ts'

export const columnNames = [
  'number',
  'status',
  'customer',
  'items',
  'payment',
  'fulfilment',
  'created',
  'age',
  'total',
  'store',
  'shipping',
  'warehouse',
  'assignee',
  'hold',
  'error',
  'expires',
  'type',
  'modified',
  'tags',
] as const
export type ColumnName = (typeof columnNames)[number]
/** A column of the system, or that of a declared field. */
export type ShownColumn = ColumnName | FieldColumn

export const firstColumns: readonly ColumnName[] = [
  'number',
  'status',
  'customer',
  'items',
  'payment',
  'fulfilment',
  'created',
  'total',
]

/** Columns that belong together for a kind of work. */
export const columnPresets = {
  usual: firstColumns,
  warehouse: ['number', 'status', 'customer', 'items', 'shipping', 'warehouse', 'age', 'assignee'],
  payment: ['number', 'customer', 'payment', 'total', 'created', 'expires', 'store'],
  problems: ['number', 'status', 'customer', 'hold', 'error', 'age', 'assignee'],
} as const satisfies Record<string, readonly ColumnName[]>
export type PresetName = keyof typeof columnPresets
export const presetNames: readonly PresetName[] = ['usual', 'warehouse', 'payment', 'problems']

/** Pixels at least, and the share of what is left. */
type Width = readonly [least: number, share: number]

const sizes: Readonly<Record<ColumnName, Width>> = {
  number: [92, 0.6],
  status: [124, 1],
  customer: [120, 1.2],
  items: [120, 1.2],
  payment: [96, 0.6],
  fulfilment: [104, 0.6],
  created: [116, 0.6],
  age: [72, 0.4],
  total: [132, 0.6],
  store: [100, 0.8],
  shipping: [110, 0.8],
  warehouse: [100, 0.8],
  assignee: [100, 0.8],
  hold: [110, 0.8],
  error: [200, 2.4],
  expires: [110, 0.6],
  type: [90, 0.6],
  modified: [116, 0.6],
  tags: [110, 0.8],
}

const FIELD_SIZE: Width = [110, 0.8]

const CHECK_WIDTH = 24
const GAP = 12
const PADDING = 32

/** The columns of the grid, and how wide it is at least. */
export function widths(shown: readonly ShownColumn[]): { template: string; least: number } {
  const all = shown.map((name) => (isOfField(name) ? FIELD_SIZE : sizes[name]))
  return {
    template: `${CHECK_WIDTH}px ${all.map(([least, share]) => `minmax(${least}px, ${share}fr)`).join(' ')}`,
    least: all.reduce((sum, [least]) => sum + least + GAP, CHECK_WIDTH + PADDING),
  }
}

/** Whether a column shows a declared field. */
export function isOfField(name: ShownColumn): name is FieldColumn {
  return columnField(name) !== null
}

type Sorts = readonly [first: SortOrder, second: SortOrder]

const created: Sorts = ['CreatedDescending', 'CreatedAscending']

/** What a heading sorts by, first and when it is chosen again. The age is that of the creation. */
const columnSorts: Readonly<Partial<Record<ColumnName, Sorts>>> = {
  status: ['StatusAscending', 'StatusDescending'],
  customer: ['CustomerNameAscending', 'CustomerNameDescending'],
  created,
  age: ['CreatedAscending', 'CreatedDescending'],
  total: ['TotalDescending', 'TotalAscending'],
  store: ['StoreAscending', 'StoreDescending'],
  modified: ['ModifiedDescending', 'ModifiedAscending'],
}

/**
 * How a heading sorts: what a click makes of the order that there is, and how the list goes by the
 * column now. Null: it does not sort.
 */
export function headingSort(name: ShownColumn, sort: ViewSort = 'CreatedDescending') {
  if (isOfField(name)) return fieldHeadingSort(name, sort)
  const sorts = columnSorts[name]
  if (sorts === undefined) return null
  const [first, second] = sorts
  const next = sort === first ? second : first
  if (sort !== first && sort !== second) return { next, direction: 'none' as const }
  const isUp = sort.endsWith('Ascending') !== (name === 'age')
  return { next, direction: isUp ? ('ascending' as const) : ('descending' as const) }
}
