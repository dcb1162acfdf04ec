import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import type { Order } from '@open-oms/contracts/orders/order'
import { type EmailContent, type EmailEnvelope, newEmail, type SmsEnvelope } from '../domain/message-content.ts'
import { type RenderedMail, renderMail, renderSms } from '../templates/render-part.ts'
import type { ComposedMessage, DueMessage } from './composition-store.ts'
import { type MessageInput, messageInput } from './message-input.ts'

/**
 * A message with its texts, in the language of its market
 * (documents-and-notifications.md#notifications). Raises `TemplateFailed` for a message that only
 * the tenant has.
 */
export function composeMessage(message: DueMessage, order: Order, config: MessageInput['config']): ComposedMessage {
  const { id, kind, composition } = message
  const { marketId = null, facts } = composition
  const request = messageInput({ name: message.template ?? '', order, marketId, config, facts })
  if (kind === 'sms') {
    const { content: text, failures } = renderSms(request)
    const envelope: SmsEnvelope = JSON.parse(message.envelope)
    return { id, content: { ...envelope, text }, warning: failedText(failures) }
  }
  const { content, failures } = renderMail(request)
  return { id, content: emailContent(message, content), warning: failedText(failures) }
}

/**
 * The text of a notification ends with a line break, as lines do; that of a comment is the clerk's.
 */
function emailContent(message: DueMessage, { subject, text, html }: RenderedMail): EmailContent {
  const envelope: EmailEnvelope = JSON.parse(message.envelope)
  const body = message.template === 'comment' ? text : `${text}\n`
  const content = { ...envelope, subject: envelope.subject ?? subject, text: body, ...(html === null ? {} : { html }) }
  return newEmail(message, content).content
}

/** Which templates of the tenant failed, for the staff who read the message; null: none. */
function failedText(failures: readonly ConfigProblem[]): string | null {
  if (failures.length === 0) return null
  const texts = failures.map(({ file, path, reason }) => `${file} (${path === '' ? reason : `${path}: ${reason}`})`)
  return `A built-in template was used instead of ${[...new Set(texts)].join(' and ')}.`
}
