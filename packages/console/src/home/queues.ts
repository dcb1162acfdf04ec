import { addDays, dayIn } from '../display/zoned-time.ts'
import { columnPresets } from '../orders/column-names.ts'
import type { OrderView } from '../orders/order-view.ts'

export const queueNames = ['mine', 'toPick', 'toPack', 'late', 'notPaid', 'outOfStock', 'holds', 'errors'] as const
export type QueueName = (typeof queueNames)[number]
export type Queue = { name: QueueName; view: OrderView }

type OrderTypes = readonly { statuses: readonly { name: string; isOpen: boolean; isPicked: boolean }[] }[]

/** `lateAfterDays`: after so many days an order that has not left is late. */
type QueueNames = { orderTypes: OrderTypes; lateAfterDays: number }

const notLeft = { fulfilment: ['Unfulfilled', 'PartiallyFulfilled'] }

/** The orders that wait for staff, each as a view of the list; without those no status is for. */
export function staffQueues(
  { orderTypes, lateAfterDays }: QueueNames,
  { now, zone, userName }: { now: Date; zone: string; userName: string },
): Queue[] {
  const statuses = orderTypes.flatMap((type) => type.statuses)
  const open = namesWhere(statuses, ({ isOpen }) => isOpen)
  const picked = namesWhere(statuses, ({ isOpen, isPicked }) => isOpen && isPicked)
  const late = addDays(dayIn(now, zone), -(lateAfterDays + 1))
  const ofStatuses = (name: QueueName, status: string[], view: OrderView): Queue[] =>
    status.length === 0 ? [] : [{ name, view: { status, sort: 'CreatedAscending', ...view } }]
  const warehouse = { columns: [...columnPresets.warehouse] }
  return [
    ...ofStatuses('mine', open, { picker: userName }),
    { name: 'toPick', view: { pickable: true, sort: 'CreatedAscending', ...warehouse } },
    ...ofStatuses('toPack', picked, { ...notLeft, ...warehouse }),
    ...ofStatuses('late', open, { ...notLeft, to: late, zone }),
    ...ofStatuses('notPaid', open, { payment: ['NotPaid', 'PartiallyPaid'], columns: [...columnPresets.payment] }),
    ...ofStatuses('outOfStock', open, { ...notLeft, stock: ['PartiallyInStock', 'NotInStock'], ...warehouse }),
    { name: 'holds', view: { holds: true, sort: 'CreatedAscending', columns: [...columnPresets.problems] } },
    { name: 'errors', view: { errors: true, sort: 'CreatedAscending', columns: [...columnPresets.problems] } },
  ]
}

function namesWhere<S extends { name: string }>(statuses: readonly S[], isWanted: (status: S) => boolean): string[] {
  return [...new Set(statuses.filter(isWanted).map(({ name }) => name))]
}
