import type { ShipmentToPick } from '@open-oms/client/types'
import { KEPT } from '../../session/kept-session.ts'

const KEY = `${KEPT}queue`

type KeptQueue = { of: string; at: number; shipments: ShipmentToPick[] }

/** What a queue is of, as it is kept. */
const queueOf = (warehouse: string | undefined, store: string | null) => JSON.stringify([warehouse ?? null, store])

/** Keeps on this device what is to be picked, for pages that are loaded without a connection. */
export function keepQueue(warehouse: string | undefined, store: string | null, shipments: ShipmentToPick[]): void {
  const kept: KeptQueue = { of: queueOf(warehouse, store), at: Date.now(), shipments }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // It is more than the browser keeps: without it a page needs a connection to be loaded.
    localStorage.removeItem(KEY)
  }
}

/** What was to be picked there when this device last knew it; null when another queue was kept. */
export function keptQueue(warehouse: string | undefined, store: string | null): KeptQueue | null {
  const kept: KeptQueue | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  return kept?.of === queueOf(warehouse, store) ? kept : null
}
