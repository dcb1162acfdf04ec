import type { Order } from '@open-oms/client/types'
import { isWebAddress } from '../display/web-address.ts'

type Shipment = Order['orderForm']['shipments'][number]

/**
 * Where the labels of a shipment are: of the whole of it, then of its parcels, each address once.
 */
export function shipmentLabels({ shipmentLabelLink, packages }: Pick<Shipment, 'shipmentLabelLink' | 'packages'>): string[] {
  const links = [shipmentLabelLink, ...packages.map(({ shipmentTracking }) => shipmentTracking?.shipmentLabelLink ?? null)]
  return [...new Set(links.filter(isWebAddress))]
}
