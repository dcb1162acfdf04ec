import type { ValidatedPayment } from '@open-oms/contracts/connectors/ask-protocol'
import type { Validate } from '../ask/validation-hooks.ts'
import type { MissingResponse } from '../http/missing-response.ts'
import type { PaymentConnector, PaymentRequest } from './payment-connector.ts'

/**
 * A payment connector whose provider is asked only for what the validation hooks allow
 * (connectors.md#validation-hooks). A refusal says that this request was not sent, and nothing of
 * an earlier one with the same key, which may have moved money.
 */
export function validatedPayments(connector: PaymentConnector, validate: Validate): PaymentConnector {
  const { link, ...payments } = connector
  const asked =
    <Request extends PaymentRequest, Result>(
      operation: ValidatedPayment['operation'],
      send: (request: Request, signal?: AbortSignal) => Promise<Result>,
    ) =>
    async (request: Request, signal?: AbortSignal): Promise<Result | MissingResponse> => {
      const { orderId, amount, currency, paymentMethodName } = request
      const payment = { operation, orderId, amount, currency, paymentMethodName }
      const refusal = await validate({ before: 'Payment', payment }, signal)
      if (refusal === null) return send(request, signal)
      const { reason, isUnanswered } = refusal
      const unsent = { outcome: 'unreachable', reason, isUnsent: true } as const
      return isUnanswered ? { ...unsent, reasonClass: 'NoOutcome' } : { ...unsent, reasonClass: 'Rule', isPermanent: true }
    }
  return {
    ...payments,
    authorize: asked('authorize', payments.authorize),
    capture: asked('capture', payments.capture),
    ...(link === undefined ? {} : { link: asked('link', link) }),
  }
}
