import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { connectorTo } from '../payments/test-provider.ts'
import { sampleConfig } from '../test-orders.ts'
import { type GivenStep, withSteps } from './with-steps.ts'

/** The sample tenant with these steps, as `withSteps` has them. */
export async function configWithSteps(steps: readonly GivenStep[]): Promise<OrdersConfig> {
  return withSteps(await sampleConfig(), steps)
}

/** The sample tenant where InProgress asks a service at an address, and then sets a date. */
export async function askingConfig(url: string): Promise<OrdersConfig> {
  const config = await configWithSteps([
    { name: 'Ask', id: 'fraud', connector: 'asked', stopOnError: true },
    { name: 'SetReadyForPickupDate', id: 'date' },
  ])
  const connector = { ...connectorTo(url, { kind: 'ask', timeoutMs: 240_000 }), name: 'asked' }
  return { ...config, connectors: { ...config.connectors, connectors: [...config.connectors.connectors, connector] } }
}

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

/**
 * The sample tenant where InProgress captures and then packs, and a waiting step is tried again
 * within two seconds.
 */
export async function waitingConfig(): Promise<OrdersConfig> {
  const config = await configWithSteps([
    { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' },
    { name: 'UpdateShipmentStatus', id: 'packing', properties: [{ key: 'Status', value: 'Packing' }] },
  ])
  const workflow = { ...config.settings.workflow, retryPauseFirstMs: 2_000, retryPauseMaxMs: 2_000 }
  return { ...config, settings: { ...config.settings, workflow } }
}
