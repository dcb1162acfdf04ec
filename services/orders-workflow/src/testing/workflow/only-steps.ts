import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { sampleConfig } from '../test-orders.ts'

/**
 * The sample tenant with only the steps of these names, so that a test of some steps is independent
 * of the others.
 */
export async function configWithOnlySteps(...names: string[]): Promise<OrdersConfig> {
  const config = structuredClone(await sampleConfig())
  for (const { orderStatuses } of config.orderTypes) {
    for (const status of orderStatuses) status.workflowSteps = status.workflowSteps.filter(({ name }) => names.includes(name))
  }
  return config
}

/** Steps that move money and stock and set dates, all within the request. */
export const moneyAndDates = [
  'GenerateSecretKey',
  'CapturePayments',
  'CancelPayments',
  'UpdateShipmentStatus',
  'CompleteShipment',
  'SetCompletedDate',
  'SetReadyForPickupDate',
  'SetCanceledDate',
]
