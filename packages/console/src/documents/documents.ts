import type { Order } from '@open-oms/client/types'
import { gateway } from '../session/gateway.ts'

/**
 * The documents that are made of one order or shipment, and those that pickers and packers get of
 * what is still to be sent.
 */
export const orderDocuments = ['order-confirmation', 'invoice', 'receipt', 'delivery-note', 'pick-list'] as const
export const shipmentDocuments = ['packing-slips'] as const
export type DocumentKind = (typeof orderDocuments)[number] | (typeof shipmentDocuments)[number]

type StoredFile = Order['assets'][number]

/** The files that the service itself keeps for an order, such as credit notes. */
export function keptFiles({ id, assets }: Pick<Order, 'id' | 'assets'>): (StoredFile & { assetId: string })[] {
  const address = (assetId: string) => `/api/Orders/${encodeURIComponent(id)}/Assets/${encodeURIComponent(assetId)}`
  return assets.filter((asset): asset is StoredFile & { assetId: string } => {
    const { assetId, url } = asset
    return assetId !== null && url?.endsWith(address(assetId)) === true
  })
}

/** Makes a document as a PDF; of one shipment where its id is given. Raises what a call raises. */
export async function makeDocument(orderId: string, kind: DocumentKind, shipmentId: string | null): Promise<Blob> {
  const ofShipment = shipmentId === null ? {} : { shipmentId }
  if (kind === 'packing-slips') {
    const body = { shipments: [{ orderId, ...ofShipment }] }
    return await toPdfBlob(await gateway.open({ method: 'POST', path: '/api/Shipments/PackingSlips', body }))
  }
  const query = { templateFile: kind, ...ofShipment }
  return await toPdfBlob(
    await gateway.open({ method: 'GET', path: '/api/Orders/GetOrderAsPdf/{orderId}', params: { orderId }, query }),
  )
}

/** Reads a file that the service keeps for an order. Raises what a call raises. */
export async function readFile(orderId: string, assetId: string): Promise<Blob> {
  const params = { orderId, assetId }
  return await toPdfBlob(await gateway.open({ method: 'GET', path: '/api/Orders/{orderId}/Assets/{assetId}', params }))
}

/** As a PDF whatever the response says: nothing else is to be opened by the browser from here. */
async function toPdfBlob(response: Response): Promise<Blob> {
  return new Blob([await response.arrayBuffer()], { type: 'application/pdf' })
}
