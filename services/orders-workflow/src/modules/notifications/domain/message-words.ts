import type { Language } from '@open-oms/contracts/language'
import { type NotificationTemplate, notificationTemplates } from '@open-oms/contracts/templates/template-names'
import { byLanguage, type MessageLocale, withNumber } from './message-locales.ts'
import { messageTexts } from './message-texts.ts'

/** The words of a message in a language (templates.md#built-in-words). */
export type MessageWords = {
  greeting: string
  subject: string
  text: string
  tracking: string
  pickupDeadline: string
  paymentLink: string
  paymentUntil: string
}

/** The texts of a notification; `number` is the order number of the customer. */
type NotificationText = { subject(number: string): string; text(number: string): string }

/** Labels before values of the order. */
type NotificationLabels = {
  tracking: string
  /** The last day to collect the goods. */
  pickupDeadline: string
  /** Before the address at which the customer pays. */
  paymentLink: string
  paymentUntil: string
}

export const notificationTexts = byLanguage(toNotificationTexts)
const notificationLabels: Record<Language, NotificationLabels> = byLanguage(({ labels }) => labels)

/**
 * The built-in words of a message; `number` is the order number of the customer. A message that
 * only the tenant has gets the subject of a comment, and no text.
 */
export function messageWords(name: string, { language, number }: { language: Language; number: string }): MessageWords {
  const texts = messageTexts[language]
  const own = { subject: texts.aboutOrder(number), text: '' }
  const subjectAndText = () => {
    if (name === 'lines-cancelled') return { subject: texts.linesCancelledSubject(number), text: texts.linesCancelled(number) }
    if (name === 'invoice') return { subject: texts.invoiceSubject(number), text: texts.invoice(number) }
    if (!isNotification(name)) return own
    const { subject, text } = notificationTexts[language][name]
    return { subject: subject(number), text: text(number) }
  }
  return { greeting: texts.greeting, ...subjectAndText(), ...notificationLabels[language] }
}

function isNotification(name: string): name is NotificationTemplate {
  return (notificationTemplates as readonly string[]).includes(name)
}

function toNotificationTexts({ notifications }: MessageLocale): Record<NotificationTemplate, NotificationText> {
  const texts = notificationTemplates.map((template): [NotificationTemplate, NotificationText] => {
    const { subject, text } = notifications[template]
    return [template, { subject: (number) => withNumber(subject, number), text: (number) => withNumber(text, number) }]
  })
  return Object.fromEntries(texts) as Record<NotificationTemplate, NotificationText>
}
