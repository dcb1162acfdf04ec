import type { Order, SparseOrder } from '@open-oms/client/types'

export type Hold = NonNullable<Order['holds']>[number]
type SparseHold = NonNullable<SparseOrder['holds']>[number]

/** The holds that keep an order, oldest first. In a list of orders empty fields are absent. */
export function openHolds<H extends Pick<SparseHold, 'released'>>({ holds = [] }: { holds?: readonly H[] }): H[] {
  return holds.filter(({ released }) => (released ?? null) === null)
}
