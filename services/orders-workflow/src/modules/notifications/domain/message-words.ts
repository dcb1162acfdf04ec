import type { NotificationTemplate } from '@oms/contracts/templates/template-names'
import { notificationTemplates } from '@oms/contracts/templates/template-names'
import type { Language } from '../../../order/document/language.ts'
import { messageTexts } from './message-texts.ts'
import { notificationLabels, notificationTexts } from './notification-texts.ts'

/** The words of a message in a language (templates.md#built-in-words). */
export type MessageWords = { greeting: string; subject: string; text: string; tracking: string; pickupDeadline: string }

/**
 * The built-in words of a message; `number` is the order number of the customer. A message that
 * only the tenant has gets the subject of a comment, and no text.
 */
export function messageWords(name: string, { language, number }: { language: Language; number: string }): MessageWords {
  const texts = messageTexts[language]
  const own = { subject: texts.aboutOrder(number), text: '' }
  const wordsOf = () => {
    if (name === 'lines-cancelled') return { subject: texts.linesCancelledSubject(number), text: texts.linesCancelled(number) }
    if (!isNotification(name)) return own
    const { subject, text } = notificationTexts[language][name]
    return { subject: subject(number), text: text(number) }
  }
  return { greeting: texts.greeting, ...wordsOf(), ...notificationLabels[language] }
}

function isNotification(name: string): name is NotificationTemplate {
  return (notificationTemplates as readonly string[]).includes(name)
}
