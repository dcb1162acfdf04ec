import type { Connector } from '@open-oms/contracts/config/connectors'
import type { LinkOperation, PaymentOperation } from '@open-oms/contracts/connectors/payment-protocol'
import { callConnector } from '../http/call-connector.ts'
import type { Environment } from '../http/connector-address.ts'
import { unreadyReason } from '../http/connector-way.ts'
import {
  calledAt,
  type MissingResponse,
  missingResponse,
  shortText,
  singleLine,
  toJsonObject,
  unreadableResponse,
} from '../http/missing-response.ts'
import {
  type LinkRequest,
  type LinkResult,
  type PaymentConnector,
  type PaymentRequest,
  type PaymentResult,
  paymentConnector,
} from './payment-connector.ts'

const URL_LENGTH_MAX = 2_000

/**
 * A payment provider behind a connector that is called (connectors.md#payment-protocol): each
 * request is a signed JSON POST, or the same in the process, of `{ operation, orderId, amount,
 * currency, paymentMethodName, authorization, capture }`, for a payment link also `link`, with a
 * response `{ status, transactionId, … }` (docs/reference/behaviour/connectors.md). After an
 * invalid response the money may have moved, and repeating the same request finds out. Never
 * throws.
 */
export function calledPayments(connector: Connector, environment: Environment): PaymentConnector {
  const post = async <Done extends { outcome: 'done' }>(
    { idempotencyKey, ...request }: PaymentRequest & { operation: PaymentOperation | LinkOperation },
    read: (fields: DoneFields) => Done | MissingResponse,
    signal?: AbortSignal,
  ): Promise<Done | MissingResponse> => {
    const call = { body: request, idempotencyKey, environment, ...(signal === undefined ? {} : { signal }) }
    const response = await callConnector(connector, call)
    return response.kind === 'accepted' ? calledAt(judge(response.body, read), connector.name) : missingResponse(response)
  }
  const ask = (operation: LinkOperation) => (request: LinkRequest, signal?: AbortSignal) =>
    post({ operation, ...request }, (fields) => linkOf(operation, fields), signal)
  const payments = paymentConnector(
    (operation, request, signal) => post({ operation, ...request }, paymentOf, signal),
    () => unreadyReason(connector, environment),
  )
  return { ...payments, link: ask('link'), unlink: ask('unlink') }
}

type DoneFields = Record<string, unknown> & { transactionId: string }

function paymentOf({ transactionId, ...fields }: DoneFields): PaymentResult {
  return { outcome: 'done', transactionId, ...authorizationDetails(fields) }
}

/** Its address is sent to customers, so that it is one of the web. */
function linkOf(operation: LinkOperation, { transactionId, url, expires }: DoneFields): LinkResult {
  if (operation === 'unlink') return { outcome: 'done', transactionId, url: null, expires: null }
  const address = shortText(url, URL_LENGTH_MAX)
  const isOfWeb = address !== null && /^https?:$/.test(URL.parse(address)?.protocol ?? '')
  if (!isOfWeb) return unreadableResponse('it has no url of a payment page')
  const until = Date.parse(shortText(expires) ?? '')
  return { outcome: 'done', transactionId, url: address, expires: Number.isNaN(until) ? null : new Date(until).toISOString() }
}

function judge<Done>(body: unknown, read: (fields: DoneFields) => Done): Done | MissingResponse {
  const fields = toJsonObject(body)
  if (fields === null) return unreadableResponse('it is no JSON object')
  const { status, message } = fields
  if (status === 'refused') return { outcome: 'refused', reason: singleLine(message, 'The payment provider refused.') }
  if (status === 'pending')
    return { outcome: 'unreachable', reason: singleLine(message, 'The payment provider has not decided yet.') }
  if (status !== 'done') return unreadableResponse('its status is none of done, refused and pending')
  const transactionId = shortText(fields.transactionId)
  if (transactionId === null) return unreadableResponse('it has no transactionId')
  return read({ ...fields, transactionId })
}

function authorizationDetails({ authorizationCode, authorizationExpires }: Record<string, unknown>) {
  const code = shortText(authorizationCode)
  const expires = Date.parse(shortText(authorizationExpires) ?? '')
  return {
    ...(code === null ? {} : { authorizationCode: code }),
    ...(Number.isNaN(expires) ? {} : { authorizationExpires: new Date(expires).toISOString() }),
  }
}
