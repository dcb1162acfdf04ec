import { createHash } from 'node:crypto'
import type { Language } from '../../order/document/language.ts'
import { type Message, type MessageKind, type MessageRoute, newEmail } from '../messages/domain/message-content.ts'
import { messageTexts } from './domain/message-texts.ts'
import type { Notification } from './domain/notification.ts'
import { notificationLabels, notificationTexts } from './domain/notification-texts.ts'

export type NotificationRoutes = Record<MessageKind, MessageRoute | null> & { language: Language }

/**
 * The messages of a notification, in the language of the order's market
 * (documents-and-notifications.md#notifications): one e-mail for all addresses of the customer, one
 * SMS for each number, where a connector is active. The same notification has the same ids.
 */
export function composeNotification(notification: Notification, routes: NotificationRoutes): Message[] {
  const { recipients, template, number, orderId, created, key } = notification
  const words = notificationTexts[routes.language][template]
  const further = furtherLines(notification, routes.language)
  const head = (route: MessageRoute, recipient: string) => ({
    id: idOf(`${key}/${recipient}`),
    orderId,
    connector: route.name,
    created,
  })
  const emails =
    routes.email === null || routes.email.sender === null || recipients.email.length === 0
      ? []
      : [
          newEmail(head(routes.email, 'email'), {
            from: { name: null, address: routes.email.sender },
            to: recipients.email,
            cc: [],
            bcc: [],
            subject: words.subject(number),
            text: [messageTexts[routes.language].greeting, '', words.text(number), ...further, ''].join('\n'),
          }),
        ]
  const { sms } = routes
  if (sms === null) return emails
  const text = [words.text(number), ...further].join('\n')
  return [
    ...emails,
    ...recipients.sms.map((to): Message => ({ ...head(sms, `sms/${to}`), kind: 'sms', content: { from: sms.sender, to, text } })),
  ]
}

function furtherLines({ tracking, pickupDeadline }: Notification, language: Language): string[] {
  const labels = notificationLabels[language]
  const lines = tracking.map((text) => `${labels.tracking}: ${text}`)
  return pickupDeadline === null ? lines : [...lines, `${labels.pickupDeadline} ${pickupDeadline.slice(0, 10)}.`]
}

/** A UUID (RFC 9562, version 8) derived from a name. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
