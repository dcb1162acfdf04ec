import { type PaymentConnector, type PaymentOperation, paymentConnector } from './payment-connector.ts'

/** Money that is moved by other means: every request succeeds without a call (connectors.md#payment-protocol). The same key gives the same transaction. */
export const manualPayments: PaymentConnector = paymentConnector(async (_operation, { idempotencyKey }) => ({
  outcome: 'done',
  transactionId: `manual-${idempotencyKey}`,
}))

/** Whether an operation of a connector is manual: its answer needs nobody outside, and the same request gives it again at any time. */
export function isManual(connector: PaymentConnector, operation: PaymentOperation): boolean {
  return connector[operation] === manualPayments[operation]
}
