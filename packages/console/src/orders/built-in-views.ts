import { columnPresets } from './column-names.ts'
import { type OrderView, toOrderSearch } from './order-view.ts'

/**
 * What the views need to know of the tenant's statuses, as `GET /api/Configuration/Names` says it.
 */
type OrderTypes = readonly {
  name: string
  statuses: readonly Status[]
}[]
type Status = { name: string; isDelivered: boolean; isCanceled: boolean }

export const builtInNames = ['mine', 'attention', 'toPick', 'unpaid'] as const
export type BuiltInName = (typeof builtInNames)[number]

/**
 * The views that every tenant has, as filters of the list.
 */
export function builtInViews(userName: string, orderTypes: OrderTypes): { name: BuiltInName; view: OrderView }[] {
  const statuses = orderTypes.flatMap((type) => type.statuses)
  const ended = statusNamesWhere(statuses, ({ isDelivered, isCanceled }) => isDelivered || isCanceled)
  const notEnded = ended.length > 0 ? { notStatus: ended } : {}
  return [
    { name: 'mine', view: { picker: userName, ...notEnded } },
    { name: 'attention', view: { errors: true, columns: [...columnPresets.problems] } },
    { name: 'toPick', view: { pickable: true, sort: 'CreatedAscending', columns: [...columnPresets.warehouse] } },
    { name: 'unpaid', view: { payment: ['NotPaid', 'PartiallyPaid'], ...notEnded, columns: [...columnPresets.payment] } },
  ]
}

/** The columns that a person has chosen, and not a view for them. */
export function chosenColumns({ columns }: OrderView): Pick<OrderView, 'columns'> {
  const isPreset = Object.values(columnPresets).some((preset) => preset.join() === columns?.join())
  return columns === undefined || isPreset ? {} : { columns }
}

/** Whether two views find the same orders, in whatever order and columns. */
export function isSameSearch(one: OrderView, other: OrderView): boolean {
  return one.saved === other.saved && viewKey(one) === viewKey(other)
}

function viewKey(view: OrderView): string {
  const { sortOrder, ...filters } = toOrderSearch(view)
  const sorted = Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
  return JSON.stringify(sorted)
}

function statusNamesWhere(statuses: readonly Status[], isWanted: (status: Status) => boolean): string[] {
  return [...new Set(statuses.filter(isWanted).map(({ name }) => name))]
}
