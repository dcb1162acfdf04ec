import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import type { OrderCommentChange } from '@open-oms/contracts/orders/staff/comments'
import { assertNotDeleted } from '../../order/rules/context/order-guards.ts'
import { personKey } from '../../order/rules/staff/staff-notifications.ts'
import type { Change, Facts } from '../../order/write/intent.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'

export type ChangeComment = {
  orderId: string
  commentId: string
  change: OrderCommentChange
  /** Who asks for it. */
  by: string
  write: WriteRequest
}

/**
 * Changes a comment of an order, also of a read-only one
 * (documents-and-notifications.md#changed-comments). Raises `ValidationFailed` for a text that the
 * customer was sent, `NotFound`, `Forbidden` for the text of someone else, `VersionConflict`,
 * `OrderIsDeleted`.
 */
export async function changeComment(
  deps: OrderDeps,
  { orderId, commentId, change: wanted, by, write }: ChangeComment,
): Promise<Comment> {
  const change = (order: Order, { now }: Facts): Change<Comment> => {
    assertNotDeleted(order)
    const known = [...order.orderNotes, ...order.publicOrderNotes].find(({ id }) => id === commentId)
    if (known === undefined) throw new DomainError('NotFound', `Order "${orderId}" has no comment "${commentId}".`)
    const comment = changedComment(known, wanted, { by, now })
    const replaced = (list: readonly Comment[]) => list.map((one) => (one === known ? comment : one))
    const [orderNotes, publicOrderNotes] = [replaced(order.orderNotes), replaced(order.publicOrderNotes)]
    return { order: { ...order, orderNotes, publicOrderNotes }, result: comment }
  }
  return (await writeOrder<Comment>({ deps, write }, { orderId, kind: 'note', change })).result
}

function changedComment(
  known: Comment,
  { commentText, mentions, isPinned }: OrderCommentChange,
  { by, now }: { by: string; now: string },
): Comment {
  const isOfText = commentText !== undefined || mentions !== undefined
  if (isOfText && personKey(known.creator ?? '') !== personKey(by))
    throw new DomainError('Forbidden', 'Only its author changes the text of a comment.')
  if (isOfText && known.sendNotification === true) throw invalid('commentText', 'was sent to the customer')
  if (commentText?.trim() === '') throw invalid('commentText', 'must not be empty')
  const isEdited = commentText !== undefined && commentText !== known.detail
  return {
    ...known,
    ...(isEdited ? { detail: commentText, edited: now } : {}),
    ...(mentions === undefined ? {} : { mentions }),
    ...(isPinned === undefined ? {} : { isPinned }),
  }
}
