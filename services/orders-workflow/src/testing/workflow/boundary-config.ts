import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { configWithSteps } from './stepped-config.ts'

/**
 * The sample tenant where InProgress has steps of every kind: in the request and after it, with a
 * call to a provider and without.
 */
export function boundaryConfig(): Promise<OrdersConfig> {
  return configWithSteps([
    { name: 'UpdateShipmentStatus', id: 'packing', properties: [{ key: 'Status', value: 'Packing' }] },
    { name: 'CapturePayments', id: 'capture', stopOnError: true },
    { name: 'SetReadyForPickupDate', id: 'date' },
    { name: 'CapturePayments', id: 'nothing-left' },
    { name: 'UpdateShipmentStatus', id: 'after', properties: [{ key: 'Status', value: 'Shipped' }], runAfterOrderIsSaved: true },
  ])
}
