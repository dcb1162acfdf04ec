import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { configWithSteps } from './stepped-config.ts'

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
