import type { ConfigProblem } from '@oms/contracts/config/config-file'
import { type RenderedMail, renderMail, renderSms } from '../templates/render-part.ts'
import type { CommentDelivery } from './domain/comment-message.ts'
import type { CommentRequest } from './domain/comment-request.ts'
import { type MessageInput, messageInput } from './message-input.ts'

type CommentContext = Pick<MessageInput, 'order' | 'config'> & { request: CommentRequest }

/** A delivery as it is sent, and the templates of the tenant that failed. */
export type RenderedComment = { delivery: CommentDelivery; failures: readonly ConfigProblem[] }

/**
 * The delivery of a comment as its templates write it (documents-and-notifications.md#comments). A
 * subject that the request names holds.
 */
export function renderComment(delivery: CommentDelivery, { order, request, config }: CommentContext): RenderedComment {
  const { email, sms } = delivery
  if (email === null && sms === null) return { delivery, failures: [] }
  const { marketId, text } = request
  const input = messageInput({ name: 'comment', order, marketId, config, facts: { comment: { text } } })
  const mail = email === null ? null : renderMail(input)
  const shortMessage = sms === null ? null : renderSms(input)
  const rendered: CommentDelivery = {
    email: email && mail && { ...email, content: mailOfComment(email.content, mail.content, request) },
    sms: sms && shortMessage && { ...sms, text: shortMessage.content },
  }
  return { delivery: rendered, failures: [...(mail?.failures ?? []), ...(shortMessage?.failures ?? [])] }
}

type Mail = NonNullable<CommentDelivery['email']>['content']

function mailOfComment(content: Mail, { subject, text, html }: RenderedMail, request: CommentRequest): Mail {
  const body = html === null ? { text } : { text, html }
  return { ...content, ...body, subject: request.email?.subject ?? subject }
}
