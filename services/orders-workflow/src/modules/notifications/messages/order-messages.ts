import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderMessage, OrderMessageList, OrderMessageWithText } from '@open-oms/contracts/orders/messages/message'
import { isUuid } from '@open-oms/contracts/uuid'
import { type OrderKey, readOrderDocument } from '../../../order/store/order-queries.ts'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { EmailContent, EmailEnvelope, SmsEnvelope } from '../domain/message-content.ts'
import { findOrderMessage, findOrderMessages, type OrderMessageRow } from './order-message-rows.ts'

export type ListOrderMessages = OrderKey & { take: number; after: string | undefined }

/**
 * The messages of an order, newest first (documents-and-notifications.md#messages-of-an-order).
 * Raises `NotFound`, and `ValidationFailed` for an `after` that is no id.
 */
export async function listOrderMessages(
  deps: Pick<OrderDeps, 'query'>,
  { take, after, ...key }: ListOrderMessages,
): Promise<OrderMessageList> {
  if (after && !isUuid(after)) throw invalid('after', 'is not the `next` of a list of messages')
  await readOrderDocument(deps, key)
  const found = await findOrderMessages(deps, key.orderId, { olderThan: after || null, countMax: take + 1 })
  const result = found.slice(0, take).map(messageView)
  return { result, next: found.length > take ? (result.at(-1)?.id ?? null) : null }
}

/** A message of an order with its text. Raises `NotFound`. */
export async function readOrderMessage(
  deps: Pick<OrderDeps, 'query'>,
  { messageId, ...key }: OrderKey & { messageId: string },
): Promise<OrderMessageWithText> {
  await readOrderDocument(deps, key)
  const found = await requireMessage(deps, key.orderId, messageId)
  const { text, html }: Partial<EmailContent> = JSON.parse(found.content)
  return { ...messageView(found), text: text ?? null, html: html ?? null }
}

/** A message of an order by its id. Raises `NotFound`. */
export async function requireMessage(
  database: Pick<OrderDeps, 'query'>,
  orderId: string,
  messageId: string,
): Promise<OrderMessageRow> {
  const found = isUuid(messageId) ? await findOrderMessage(database, orderId, messageId) : undefined
  if (found === undefined) throw new DomainError('NotFound', `Order "${orderId}" has no message "${messageId}".`)
  return found
}

/** A message as clients see it, without its text. */
export function messageView(row: OrderMessageRow): OrderMessage {
  return {
    id: row.id,
    type: row.kind,
    template: row.template,
    state: row.state,
    ...messageAddresses(row),
    attempts: row.attempts,
    createdAt: row.created.toISOString(),
    sentAt: row.sent?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt?.toISOString() ?? null,
    reason: row.failure_reason,
    warning: row.warning,
    resendOf: row.resend_of,
    resentBy: row.resent_by,
  }
}

function messageAddresses({ kind, content }: OrderMessageRow): Pick<OrderMessage, 'from' | 'to' | 'cc' | 'bcc' | 'subject'> {
  if (kind === 'sms') {
    const { from, to }: SmsEnvelope = JSON.parse(content)
    return { from, to: [to], cc: [], bcc: [], subject: null }
  }
  const { from, to, cc, bcc, subject }: EmailEnvelope = JSON.parse(content)
  return { from: from.address, to: [...to], cc: [...cc], bcc: [...bcc], subject }
}
