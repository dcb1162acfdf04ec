import type { EmailContent } from '../messages/domain/message-content.ts'
import type { RenderedMail } from '../templates/render-part.ts'

/**
 * A rendered mail from the connector's sender to the customer. Its text ends with a line break, as
 * lines do.
 */
export function mailContent(
  { subject, text, html }: RenderedMail,
  { sender, to }: { sender: string; to: readonly string[] },
): Omit<EmailContent, 'open'> {
  const body = html === null ? { text: `${text}\n` } : { text: `${text}\n`, html }
  return { from: { name: null, address: sender }, to, cc: [], bcc: [], subject, ...body }
}
