import { createHash } from 'node:crypto'
import type { ConfigProblem } from '@oms/contracts/config/config-file'
import type { Order } from '@oms/contracts/orders/order'
import { type Message, type MessageKind, type MessageRoute, newEmail } from '../messages/domain/message-content.ts'
import { renderMail, renderSms } from '../templates/render-part.ts'
import { mailContent } from './compose-mail.ts'
import type { Notification } from './domain/notification.ts'
import { type MessageInput, messageInput } from './message-input.ts'

export type NotificationRoutes = Record<MessageKind, MessageRoute | null>

export type NotificationContext = { order: Order; config: MessageInput['config']; routes: NotificationRoutes }

/** The messages of a notification, and the templates of the tenant that failed. */
export type ComposedNotification = { messages: Message[]; failures: readonly ConfigProblem[] }

/**
 * The messages of a notification, in the language of the order's market
 * (documents-and-notifications.md#notifications): one e-mail for all addresses of the customer, one
 * SMS for each number, where a connector is active. The same notification has the same ids. Raises
 * `TemplateFailed` for a message that only the tenant has.
 */
export function composeNotification(
  notification: Notification,
  { order, config, routes }: NotificationContext,
): ComposedNotification {
  const { recipients, template, orderId, created, key, tracking, pickupDeadline } = notification
  const { email, sms } = routes
  const request = messageInput({ name: template, order, config, facts: { tracking, pickupDeadline } })
  const head = (route: MessageRoute, recipient: string) => ({
    id: idOf(`${key}/${recipient}`),
    orderId,
    connector: route.name,
    created,
    template,
  })
  const messages: Message[] = []
  const failures: ConfigProblem[] = []
  if (email !== null && email.sender !== null && recipients.email.length > 0) {
    const mail = renderMail(request)
    failures.push(...mail.failures)
    messages.push(newEmail(head(email, 'email'), mailContent(mail.content, { sender: email.sender, to: recipients.email })))
  }
  if (sms !== null && recipients.sms.length > 0) {
    const { content: text, failures: failed } = renderSms(request)
    failures.push(...failed)
    for (const to of recipients.sms)
      messages.push({ ...head(sms, `sms/${to}`), kind: 'sms', content: { from: sms.sender, to, text } })
  }
  return { messages, failures }
}

/** A UUID (RFC 9562, version 8) derived from a name. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Which templates of the tenant failed, for the staff who read the order. */
export function failedText(failures: readonly ConfigProblem[]): string {
  const texts = failures.map(({ file, path, reason }) => `${file} (${path === '' ? reason : `${path}: ${reason}`})`)
  return `A built-in template stood in for ${[...new Set(texts)].join(' and ')}.`
}
