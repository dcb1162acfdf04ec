import { byLanguage, type MessageLocale, withNumber } from './message-locales.ts'

/** The texts of messages to customers. `number` is the order number of the customer. */
export type MessageTexts = {
  /** The default subject of a comment. */
  aboutOrder(number: string): string
  linesCancelledSubject(number: string): string
  /** The text before the list of cancelled lines. */
  linesCancelled(number: string): string
  invoiceSubject(number: string): string
  /** The text of the mail that has the invoice. */
  invoice(number: string): string
  greeting: string
}

export const messageTexts = byLanguage(toMessageTexts)

function toMessageTexts({ messages }: MessageLocale): MessageTexts {
  return {
    ...messages,
    aboutOrder: (number) => withNumber(messages.aboutOrder, number),
    linesCancelledSubject: (number) => withNumber(messages.linesCancelledSubject, number),
    linesCancelled: (number) => withNumber(messages.linesCancelled, number),
    invoiceSubject: (number) => withNumber(messages.invoiceSubject, number),
    invoice: (number) => withNumber(messages.invoice, number),
  }
}
