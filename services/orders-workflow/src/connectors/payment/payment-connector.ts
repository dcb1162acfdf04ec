/** What a payment provider is asked to do with an authorisation. Amounts are in the main unit of the currency. */
export type PaymentRequest = {
  /** Equal keys ask for one and the same effect: the provider has it at most once (4-decisions F.10). */
  idempotencyKey: string
  orderId: string
  amount: number
  currency: string
  paymentMethodName: string
  authorization: { transactionId: string | null; authorizationCode: string | null }
}

/** `refused` is the provider's last word; `unreachable` means that it gave none. */
export type PaymentAnswer = { outcome: 'done'; transactionId: string } | { outcome: 'refused' | 'unreachable'; reason: string }

/** A way to move money (4-decisions F.13). A repeated request with the same idempotency key gives the first one's answer. */
export type PaymentConnector = {
  capture(request: PaymentRequest): Promise<PaymentAnswer>
  cancel(request: PaymentRequest): Promise<PaymentAnswer>
}
