import type { Connector } from '@oms/contracts/config/connectors'
import { callConnector } from '../http/call-connector.ts'
import { type Environment, unreadyReason } from '../http/connector-address.ts'
import { calledAt, missingResponse, shortText, singleLine, toJsonObject, unreadableResponse } from '../http/missing-response.ts'
import { type PaymentConnector, type PaymentResult, paymentConnector } from './payment-connector.ts'

/**
 * A payment provider behind an `http` connector (connectors.md#payment-protocol): each request is a
 * signed JSON POST of `{ operation, orderId, amount, currency, paymentMethodName, authorization,
 * capture }`, with a response `{ status, transactionId, … }`
 * (docs/reference/behaviour/connectors.md). After an invalid response the money may have moved, and
 * repeating the same request finds out. Never throws.
 */
export function httpPayments(connector: Connector, environment: Environment): PaymentConnector {
  const send: Parameters<typeof paymentConnector>[0] = async (operation, { idempotencyKey, ...request }, signal) => {
    const body = { operation, ...request }
    const response = await callConnector(connector, {
      body,
      idempotencyKey,
      environment,
      ...(signal === undefined ? {} : { signal }),
    })
    return response.kind === 'accepted' ? calledAt(judge(response.body), connector.name) : missingResponse(response)
  }
  return paymentConnector(send, () => unreadyReason(connector, environment))
}

function judge(body: unknown): PaymentResult {
  const fields = toJsonObject(body)
  if (fields === null) return unreadableResponse('it is no JSON object')
  const { status, message } = fields
  if (status === 'refused') return { outcome: 'refused', reason: singleLine(message, 'The payment provider refused.') }
  if (status === 'pending')
    return { outcome: 'unreachable', reason: singleLine(message, 'The payment provider has not decided yet.') }
  if (status !== 'done') return unreadableResponse('its status is none of done, refused and pending')
  const transactionId = shortText(fields.transactionId)
  if (transactionId === null) return unreadableResponse('it has no transactionId')
  return { outcome: 'done', transactionId, ...authorizationDetails(fields) }
}

function authorizationDetails({ authorizationCode, authorizationExpires }: Record<string, unknown>) {
  const code = shortText(authorizationCode)
  const expires = Date.parse(shortText(authorizationExpires) ?? '')
  return {
    ...(code === null ? {} : { authorizationCode: code }),
    ...(Number.isNaN(expires) ? {} : { authorizationExpires: new Date(expires).toISOString() }),
  }
}
