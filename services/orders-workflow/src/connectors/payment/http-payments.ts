import type { Connector } from '@oms/contracts/config/connectors'
import { callConnector } from '../http/call-connector.ts'
import { type Environment, unreadyReason } from '../http/connector-address.ts'
import { membersOf, missingAnswer, sentenceOf, unreadable, wordOf } from '../http/missing-answer.ts'
import { type PaymentAnswer, type PaymentConnector, paymentConnector } from './payment-connector.ts'

/**
 * A payment provider behind an `http` connector (connectors.md#payment-protocol): each request is a signed JSON POST of `{ operation, orderId, amount,
 * currency, paymentMethodName, authorization, capture }`, answered by `{ status, transactionId, … }` (docs/reference/behaviour/connectors.md). An answer that is
 * not understood is none: the money may have moved, and the same request finds out. Never throws.
 */
export function httpPayments(connector: Connector, environment: Environment): PaymentConnector {
  const send: Parameters<typeof paymentConnector>[0] = async (operation, { idempotencyKey, ...request }, signal) => {
    const body = { operation, ...request }
    const answer = await callConnector(connector, {
      body,
      idempotencyKey,
      environment,
      ...(signal === undefined ? {} : { signal }),
    })
    return answer.kind === 'accepted' ? judge(answer.body) : missingAnswer(answer)
  }
  return paymentConnector(send, () => unreadyReason(connector, environment))
}

function judge(body: unknown): PaymentAnswer {
  const members = membersOf(body)
  if (members === null) return unreadable('it is no JSON object')
  const { status, message } = members
  if (status === 'refused') return { outcome: 'refused', reason: sentenceOf(message, 'The payment provider refused.') }
  if (status === 'pending')
    return { outcome: 'unreachable', reason: sentenceOf(message, 'The payment provider has not decided yet.') }
  if (status !== 'done') return unreadable('its status is none of done, refused and pending')
  const transactionId = wordOf(members.transactionId)
  if (transactionId === null) return unreadable('it has no transactionId')
  return { outcome: 'done', transactionId, ...furtherOf(members) }
}

function furtherOf({ authorizationCode, authorizationExpires }: Record<string, unknown>) {
  const code = wordOf(authorizationCode)
  const expires = Date.parse(wordOf(authorizationExpires) ?? '')
  return {
    ...(code === null ? {} : { authorizationCode: code }),
    ...(Number.isNaN(expires) ? {} : { authorizationExpires: new Date(expires).toISOString() }),
  }
}
