import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { connectorTo } from '../payments/test-provider.ts'
import { sampleConfig } from '../test-orders.ts'

/**
 * The sample tenant, where Online orders run these steps, and no others, when they enter
 * InProgress; creating them runs none.
 */
export async function configWithSteps(steps: readonly (Partial<WorkflowStep> & { name: string })[]): Promise<OrdersConfig> {
  const config = await sampleConfig()
  const sample = config.orderTypes.flatMap(({ orderStatuses }) => orderStatuses.flatMap(({ workflowSteps }) => workflowSteps))[0]
  const plain = { ...(sample as WorkflowStep), properties: [], stopOnError: false, runAfterOrderIsSaved: false, retries: 0 }
  const workflowSteps = steps.map((step, index) => ({ ...plain, id: `Test.${step.name}.${index}`, index: 10 + index, ...step }))
  return {
    ...config,
    orderTypes: config.orderTypes.map((type) => ({
      ...type,
      orderStatuses: type.orderStatuses.map((status) => ({
        ...status,
        workflowSteps:
          type.name === 'Online' && status.name === 'InProgress'
            ? workflowSteps
            : status.name === 'New'
              ? []
              : status.workflowSteps,
      })),
    })),
  }
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
