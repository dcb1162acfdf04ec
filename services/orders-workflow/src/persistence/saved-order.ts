import type { SavedOrder } from './change-order.ts'
import type { OrderWrite, StoredOrder } from './order-repository.ts'

/** The order as a write leaves it. */
export function savedBy({ order, document, versionNumber, sequenceBefore, events }: OrderWrite): SavedOrder {
  return { order, document, versionId: order.versionId as string, versionNumber, eventSequence: sequenceBefore + events.length }
}

/** The order as it was stored before. */
export function savedBefore({ isIndexed: _, ...saved }: StoredOrder): SavedOrder {
  return saved
}
