import type { OrderPatch } from '@open-oms/client/types'
import { PICKER } from '../orders/order-view.ts'
import type { BulkOrder } from './bulk-action.ts'

/** Who an order is given to; null: nobody. */
export function assignedPicker({ assignee, properties = [] }: Pick<BulkOrder, 'assignee' | 'properties'>): string | null {
  return assignee ?? properties.find(({ key }) => key === PICKER)?.value ?? null
}

/**
 * The tags of an order after some were added and others removed; null when that changes nothing.
 */
export function changedTags(tags: readonly string[], { add, remove }: { add: readonly string[]; remove: readonly string[] }) {
  const after = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])]
  return after.length === tags.length && after.every((tag) => tags.includes(tag)) ? null : after
}

/** Gives an order to someone, or to nobody. */
export function assignment(name: string): OrderPatch {
  const removal = { propertiesRemovalConditions: [{ key: PICKER }] }
  return name === '' ? removal : { ...removal, properties: [{ key: PICKER, value: name }] }
}
