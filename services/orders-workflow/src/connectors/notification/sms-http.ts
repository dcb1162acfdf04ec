import type { Connector } from '@oms/contracts/config/connectors'
import type { SmsMessage } from '../../modules/notifications/domain/message-content.ts'
import { callConnector } from '../http/call-connector.ts'
import { reasonFrom } from '../http/call-failure.ts'
import type { Environment } from '../http/connector-address.ts'
import type { Delivery } from './delivery.ts'

export type SmsCall = { connector: Connector; environment: Environment; signal: AbortSignal }

/** Responses about our credentials, not about the message. */
const notAboutMessage = [401, 407]

/**
 * Sends an SMS to the gateway: a signed POST of `{ id, from, to, text }`, keyed by the message
 * (connectors.md#sms-protocol). A 4xx is final. A connector that is not ready (no secret, not
 * active) leaves the message waiting. Never throws.
 */
export async function sendByHttp({ id, content }: SmsMessage, { connector, ...call }: SmsCall): Promise<Delivery> {
  const { from, to, text } = content
  const response = await callConnector(connector, { ...call, idempotencyKey: id, body: { id, from, to, text } })
  if (response.kind === 'accepted') return { outcome: 'sent' }
  const isRefused = response.kind === 'refused' && response.status !== null && !notAboutMessage.includes(response.status)
  return { outcome: isRefused ? 'refused' : 'unreachable', reason: reasonFrom(response.reason) }
}
