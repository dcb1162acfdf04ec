import { type NotificationTemplate, notificationTemplates } from '@oms/contracts/templates/template-names'
import type { Language } from '../../../order/document/language.ts'
import { byLanguage, type MessageLocale, withNumber } from './message-locales.ts'

/** The texts of a notification; `number` is the order number of the customer. */
export type NotificationText = { subject(number: string): string; text(number: string): string }

/** Labels before values of the order. */
export type NotificationLabels = {
  tracking: string
  /** The last day to collect the goods. */
  pickupDeadline: string
}

export const notificationTexts = byLanguage(textsOf)
export const notificationLabels: Record<Language, NotificationLabels> = byLanguage(({ labels }) => labels)

function textsOf({ notifications }: MessageLocale): Record<NotificationTemplate, NotificationText> {
  const texts = notificationTemplates.map((template): [NotificationTemplate, NotificationText] => {
    const { subject, text } = notifications[template]
    return [template, { subject: (number) => withNumber(subject, number), text: (number) => withNumber(text, number) }]
  })
  return Object.fromEntries(texts) as Record<NotificationTemplate, NotificationText>
}
