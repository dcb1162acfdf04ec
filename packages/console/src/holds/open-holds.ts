import type { Order } from '@open-oms/client/types'

export type Hold = NonNullable<Order['holds']>[number]

/** The holds that keep an order, oldest first. Lists of orders have no others. */
export function openHolds<H extends { released?: string | null }>({ holds = [] }: { holds?: readonly H[] }): H[] {
  return holds.filter(({ released }) => (released ?? null) === null)
}
