import { textIn } from '../address-search.ts'

/** What the picking page shows, as its address says it: the queue, or one shipment of it. */
export type PickView = {
  warehouse?: string
  order?: string
  shipment?: string
}

/** Reads the address of the page. What is not understood is left out. */
export function readPickView(search: Record<string, unknown>): PickView {
  const [warehouse, order, shipment] = [textIn(search.warehouse), textIn(search.order), textIn(search.shipment)]
  return {
    ...(warehouse === undefined ? {} : { warehouse }),
    ...(order === undefined || shipment === undefined ? {} : { order, shipment }),
  }
}
