import type { LinkOperation, PaymentOperation, ProviderReference } from '@open-oms/contracts/connectors/payment-protocol'
import type { MissingResponse } from '../http/missing-response.ts'

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

/** A request for a link to pay `amount`, or to take one back. */
export type LinkRequest = PaymentRequest & {
  link: {
    /** Until when the customer may pay, ISO 8601 UTC. */
    expires: string
    /** The provider's transaction of the link to be taken back; null for a new one. */
    transactionId: string | null
  }
}

/** As of a payment; a new link is `done` with its address. */
export type LinkResult = { outcome: 'done'; transactionId: string; url: string | null; expires: string | null } | MissingResponse

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
} & Partial<Record<LinkOperation, (request: LinkRequest, signal?: AbortSignal) => Promise<LinkResult>>>

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
