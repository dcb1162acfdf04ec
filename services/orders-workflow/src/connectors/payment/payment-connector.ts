import type { MissingResponse } from '../http/missing-response.ts'

export const paymentOperations = ['authorize', 'capture', 'cancel', 'refund'] as const
export type PaymentOperation = (typeof paymentOperations)[number]

/** How the provider knows a payment that it made before. */
export type ProviderReference = { transactionId: string | null; authorizationCode: string | null }

/** What a payment provider is asked to do. Amounts are in the main unit of the currency. */
export type PaymentRequest = {
  /** Equal keys ask for one and the same effect: the provider has it at most once (payments.md#capture-idempotency). */
  idempotencyKey: string
  orderId: string
  amount: number
  currency: string
  paymentMethodName: string
  /** What is captured or cancelled; null for other operations. */
  authorization: ProviderReference | null
  /** What is given back; null for other operations. */
  capture: ProviderReference | null
}

/**
 * `refused` is the provider's last word: it did nothing, and never will for this key. `unreachable` means that it gave none, and nobody knows
 * whether it did what it was asked for.
 */
export type PaymentResult =
  | { outcome: 'done'; transactionId: string; authorizationCode?: string; authorizationExpires?: string }
  | MissingResponse

/**
 * A way to move money (connectors.md#payment-protocol). A repeated request with the same idempotency key gives the first one's answer. The signal ends
 * a request early; it is `unreachable` then.
 */
export type PaymentConnector = Record<
  PaymentOperation,
  (request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentResult>
> & {
  /** Why nobody can be asked as things are configured; null when somebody can, which is always so when absent. */
  unready?(): string | null
}

/** A connector that gives every request the same treatment. */
export function paymentConnector(
  send: (operation: PaymentOperation, request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentResult>,
  unready: () => string | null = () => null,
): PaymentConnector {
  return {
    unready,
    authorize: (request, signal) => send('authorize', request, signal),
    capture: (request, signal) => send('capture', request, signal),
    cancel: (request, signal) => send('cancel', request, signal),
    refund: (request, signal) => send('refund', request, signal),
  }
}
