import type { Order, OrderPatch } from '@open-oms/client/types'

/** A part of an order that carries properties of its own. */
export type OrderPart = {
  on: 'line' | 'shipment'
  id: string | null
  /** The name of the goods; null for shipments, which have a number. */
  name: string | null
  number: number
  properties: Order['properties']
}

/** The lines of an order, then its shipments. */
export function orderParts({ orderForm }: Order): OrderPart[] {
  const lines = orderForm.lineItems.map(({ lineItemId: id, displayName, code, properties }, index) => ({
    ...({ on: 'line', id, properties } as const),
    number: index + 1,
    name: displayName || code || id,
  }))
  const shipments = orderForm.shipments.map(({ shipmentId: id, properties }, index) => ({
    ...({ on: 'shipment', id, properties } as const),
    number: index + 1,
    name: null,
  }))
  return [...lines, ...shipments]
}

/** The patch that sets properties of an order, or of a part of it. */
export function propertyPatch(part: OrderPart | null, properties: { key: string; value: string }[]): OrderPatch {
  if (part === null) return { properties }
  if (part.on === 'line') return { orderForm: { lineItems: [{ lineItemId: part.id, properties }] } }
  return { orderForm: { shipments: [{ shipmentId: part.id, properties }] } }
}
