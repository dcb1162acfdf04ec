import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { connectorTo } from '../payments/test-provider.ts'
import { configWithSteps } from './stepped-config.ts'

/** The sample tenant where InProgress asks a service at an address, and then sets a date. */
export async function askingConfig(url: string): Promise<OrdersConfig> {
  const config = await configWithSteps([
    { name: 'Ask', id: 'fraud', connector: 'asked', stopOnError: true },
    { name: 'SetReadyForPickupDate', id: 'date' },
  ])
  const connector = { ...connectorTo(url, { kind: 'ask', timeoutMs: 240_000 }), name: 'asked' }
  return { ...config, connectors: { ...config.connectors, connectors: [...config.connectors.connectors, connector] } }
}
