import type { MissingResponse } from '../http/missing-response.ts'

export const paymentOperations = ['authorize', 'capture', 'cancel', 'refund'] as const
export type PaymentOperation = (typeof paymentOperations)[number]

/** The provider's reference to an earlier payment. */
export type ProviderReference = { transactionId: string | null; authorizationCode: string | null }

/** A request to a payment provider. Amounts are in the main unit of the currency. */
export type PaymentRequest = {
  /**
   * Equal keys are the same effect: the provider has it at most once
   * (payments.md#capture-idempotency).
   */
  idempotencyKey: string
  orderId: string
  amount: number
  currency: string
  paymentMethodName: string
  /** The authorisation to capture or cancel; null for other operations. */
  authorization: ProviderReference | null
  /** The capture to refund; null for other operations. */
  capture: ProviderReference | null
}

/**
 * `refused` is final: the provider did nothing, and never will for this key. `unreachable` means
 * that the effect is unknown; `isUnsent` that this request had none.
 */
export type PaymentResult =
  | { outcome: 'done'; transactionId: string; authorizationCode?: string; authorizationExpires?: string }
  | MissingResponse

/**
 * A way to move money (connectors.md#payment-protocol). A repeated request with the same
 * idempotency key returns the first result. The signal ends a request early; it is `unreachable`
 * then.
 */
export type PaymentConnector = Record<
  PaymentOperation,
  (request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentResult>
> & {
  /**
   * Why the connector cannot be called in this configuration; null when it can, and always when
   * absent.
   */
  unready?(): string | null
}

/** A connector that handles all operations by one function. */
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
