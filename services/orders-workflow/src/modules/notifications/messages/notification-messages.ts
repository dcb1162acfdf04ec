import { createHash } from 'node:crypto'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import type { EmailEnvelope, MessageKind, MessageRoute, SmsEnvelope } from '../domain/message-content.ts'
import type { Notification } from '../domain/notification.ts'

export type NotificationRoutes = Record<MessageKind, MessageRoute | null>

/**
 * The messages of a notification, composed after the commit: one e-mail for all addresses of the
 * customer, one SMS for each number, where a connector is active. The same notification has the
 * same ids.
 */
export function notificationMessages(notification: Notification, { email, sms }: NotificationRoutes): NewMessage[] {
  const { recipients, template, orderId, created, key, ...facts } = notification
  const head = (route: MessageRoute, recipient: string) => ({
    ...{ id: deriveMessageId(`${key}/${recipient}`), orderId, connector: route.name, created, template },
    composition: { facts },
  })
  const messages: NewMessage[] = []
  if (email !== null && email.sender !== null && recipients.email.length > 0)
    messages.push({ ...head(email, 'email'), kind: 'email', content: emailTo(recipients.email, email.sender) })
  if (sms !== null)
    for (const to of recipients.sms) {
      const content: SmsEnvelope = { from: sms.sender, to }
      messages.push({ ...head(sms, `sms/${to}`), kind: 'sms', content })
    }
  return messages
}

/** An e-mail from the connector's sender to the customer. */
export function emailTo(to: readonly string[], sender: string): EmailEnvelope {
  return { from: { name: null, address: sender }, to, cc: [], bcc: [], subject: null }
}

/** A UUID (RFC 9562, version 8) derived from a name. */
function deriveMessageId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
