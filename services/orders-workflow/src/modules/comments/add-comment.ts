import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import { messageRoute } from '../../connectors/notification/notification-connectors.ts'
import { assertNotDeleted } from '../../order/rules/context/order-guards.ts'
import type { Change, Facts } from '../../order/write/intent.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { otherRecipients, planDelivery } from '../notifications/domain/comment-message.ts'
import { type CommentInput, type CommentRequest, readCommentRequest } from '../notifications/domain/comment-request.ts'
import { languageOfMarket } from '../notifications/domain/message-language.ts'
import { commentMessages } from '../notifications/messages/comment-messages.ts'
import { countOtherRecipients } from '../notifications/messages/other-recipients.ts'
import { hasTemplate, templateSet } from '../notifications/templates/template-set.ts'
import { newComment, withComment } from './domain/comment.ts'

export type AddComment = {
  input: CommentInput
  /** The name of the client of the token, or of the person. */
  client: string
  /** Whose recipients are counted. */
  owner: string
  write: WriteRequest
}

/**
 * Adds a comment to an order, also a read-only one, and stores its e-mail and SMS in the same
 * transaction; they are composed and sent after it (orders.md#read-only-orders,
 * documents-and-notifications.md#comments). Raises `ValidationFailed`,
 * `NotificationsNotConfigured`, `SenderNotAllowed`, `RateLimited`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsDeleted`.
 */
export async function addComment(deps: OrderDeps, { input, client, owner, write }: AddComment): Promise<Comment> {
  const request = readCommentRequest(input)
  const id = deps.newId()
  const deliveryOf = deliveryPlanner(deps, request)
  const { orderId } = request
  const { messages: rule } = deps.config().settings
  const change = async (order: Order, { tx, now }: Facts): Promise<Change<Comment>> => {
    assertNotDeleted(order)
    const delivery = deliveryOf(order)
    await countOtherRecipients(tx, rule, { client: owner, recipients: otherRecipients(order, delivery), now })
    const comment = newComment(order, request, { id, now, client, delivery })
    const messages = commentMessages(order, delivery, { request, newId: deps.newId, now })
    return { order: withComment(order, comment), messages, result: comment }
  }
  return (await writeOrder<Comment>({ deps, write }, { orderId, kind: 'note', change })).result
}

/**
 * One configuration for the whole request: a reload must not change the plan while the comment is
 * added.
 */
function deliveryPlanner({ config }: OrderDeps, request: CommentRequest) {
  const { connectors, markets, settings, templates } = config()
  if (request.marketId !== null && !markets.some((market) => market.id === request.marketId))
    throw invalid('marketId', `"${request.marketId}" is not a configured market`)
  const [email, sms] = [messageRoute(connectors, 'email'), messageRoute(connectors, 'sms')]
  const isSubjectOwn = hasTemplate(templateSet(templates), 'comment', 'subject')
  return (order: Order) => {
    const language = isSubjectOwn ? null : languageOfMarket(markets, request.marketId ?? order.marketId)
    return planDelivery(order, request, {
      email,
      sms,
      language,
      senders: settings.messages.senders,
      senderNames: settings.messages.senderNames,
    })
  }
}
