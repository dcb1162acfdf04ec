import type { Order } from '@open-oms/client/types'

export type Hold = NonNullable<Order['holds']>[number]

/** The holds that keep an order, oldest first. */
export function openHolds({ holds = [] }: Pick<Order, 'holds'>): Hold[] {
  return holds.filter(({ released }) => released === null)
}
