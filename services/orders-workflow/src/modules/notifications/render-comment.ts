import { renderMail, renderSms } from '../templates/render-part.ts'
import type { CommentDelivery } from './domain/comment-message.ts'
import type { CommentRequest } from './domain/comment-request.ts'
import { type MessageInput, messageInput } from './message-input.ts'

type CommentContext = Pick<MessageInput, 'order' | 'config'> & { request: CommentRequest }

/**
 * The delivery of a comment as its templates write it (documents-and-notifications.md#comments). A
 * subject that the request names holds.
 */
export function renderComment(delivery: CommentDelivery, { order, request, config }: CommentContext): CommentDelivery {
  const { email, sms } = delivery
  if (email === null && sms === null) return delivery
  const { marketId, text } = request
  const input = messageInput({ name: 'comment', order, marketId, config, facts: { comment: { text } } })
  return {
    email: email === null ? null : { ...email, content: mailOfComment(email.content, { request, input }) },
    sms: sms === null ? null : { ...sms, text: renderSms(input).content },
  }
}

type Mail = NonNullable<CommentDelivery['email']>['content']
type Rendering = { request: CommentRequest; input: ReturnType<typeof messageInput> }

function mailOfComment(content: Mail, { request, input }: Rendering): Mail {
  const { subject, text, html } = renderMail(input).content
  const body = html === null ? { text } : { text, html }
  return { ...content, ...body, subject: request.email?.subject ?? subject }
}
