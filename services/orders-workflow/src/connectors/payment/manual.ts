import type { PaymentOperation } from '@open-oms/contracts/connectors/payment-protocol'
import { type PaymentConnector, paymentConnector } from './payment-connector.ts'

/**
 * Payments outside of the system: every request succeeds without a call
 * (connectors.md#payment-protocol). The same key has the same transaction.
 */
export const manualPayments: PaymentConnector = paymentConnector(async (_operation, { idempotencyKey }) => ({
  outcome: 'done',
  transactionId: `manual-${idempotencyKey}`,
}))

/**
 * Whether an operation of a connector is manual: it needs no external call, and can be repeated at
 * any time.
 */
export function isManual(connector: PaymentConnector, operation: PaymentOperation): boolean {
  return connector[operation] === manualPayments[operation]
}
