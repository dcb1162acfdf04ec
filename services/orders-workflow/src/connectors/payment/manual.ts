import type { PaymentAnswer, PaymentConnector, PaymentRequest } from './payment-connector.ts'

/** Money that is moved by other means: every request succeeds without a call (4-decisions F.13). The same key gives the same transaction. */
export const manualPayments: PaymentConnector = {
  capture: async (request) => done(request),
  cancel: async (request) => done(request),
}

function done({ idempotencyKey }: PaymentRequest): PaymentAnswer {
  return { outcome: 'done', transactionId: `manual-${idempotencyKey}` }
}
