import type { SavedOrder } from './change-order.ts'
import type { OrderWrite, StoredOrder } from './order-store.ts'

/** The order as a write leaves it. */
export function savedBy({ order, document, told, versionNumber, sequenceBefore, events }: OrderWrite): SavedOrder {
  const versionId = order.versionId as string
  return { order, document, told, versionId, versionNumber, eventSequence: sequenceBefore + events.length }
}

/** The order as it was stored before. */
export function savedBefore({ isIndexed: _, ...saved }: StoredOrder): SavedOrder {
  return saved
}
