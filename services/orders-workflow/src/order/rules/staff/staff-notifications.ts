import type { Order } from '@open-oms/contracts/orders/order'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import type { StaffNotification } from '@open-oms/contracts/orders/staff/staff-notifications'
import { cut } from '@open-oms/contracts/text/search-text'
import { isOpenError } from '../input/entity-errors.ts'

/** The property that names who works on an order (search.md#order-summaries). */
const ASSIGNEE = 'Picker'

const TEXT_LENGTH_MAX = 200

/** A notification that is not stored yet. */
export type NewStaffNotification = Omit<StaffNotification, 'id' | 'read'> & {
  /** Whose it is, as `personKey` writes names. */
  person: string
  /** What caused it: a person has one notification of each cause. */
  source: string
  storeId: string | null
}

/** A name as names are compared: people sign in in any letter case. */
export function personKey(userName: string): string {
  return userName.normalize('NFC').toLowerCase()
}

/** Who works on an order; null: nobody. */
export function assigneeOf({ properties }: Pick<Order, 'properties'>): string | null {
  return properties.find(({ key }) => key === ASSIGNEE)?.value?.trim() || null
}

/** Who wrote a version of an order, and when; an import tells nobody what it has brought. */
export type WriteOrigin = { by: string; operation: string; time: Date }

/**
 * Whom a version of an order concerns (staff-notifications.md#staff-notifications): who is newly
 * named by a note, who got the order, and whose order a step has failed for. Nobody is told what
 * they did themselves.
 */
export function notificationsOfVersion(
  before: Pick<Order, 'orderNotes' | 'properties' | 'errors'> | null,
  order: Order,
  { by, operation, time }: WriteOrigin,
): NewStaffNotification[] {
  if (operation === 'ImportMany') return []
  const common = {
    orderId: order.id,
    customerKey: null,
    storeId: order.storeId,
    subject: order.orderNumber ?? order.id,
    created: time.toISOString(),
  }
  const assignee = assigneeOf(order)
  const isNew = assignee !== null && (before === null || assigneeOf(before) !== assignee)
  const assigned = isNew
    ? [
        {
          ...common,
          kind: 'Assignment' as const,
          person: personKey(assignee),
          source: `order/${order.id}/${common.created}`,
          text: null,
          by,
        },
      ]
    : []
  const mentioned = order.orderNotes.flatMap((note) =>
    newMentions(before?.orderNotes ?? [], note).map((person) => ({
      ...common,
      kind: 'Mention' as const,
      person,
      source: `note/${note.id}`,
      text: excerpt(note.detail),
      by,
    })),
  )
  const others = [...assigned, ...mentioned].filter(({ person }) => person !== personKey(by))
  if (assignee === null) return others
  return [
    ...others,
    ...newFailures(before?.errors ?? [], order.errors).map((error) => ({
      ...common,
      kind: 'StepFailed' as const,
      person: personKey(assignee),
      source: `error/${order.id}/${error.stepId}/${error.shipmentId ?? ''}/${error.returnId ?? ''}/${error.occurred}`,
      text: excerpt(error.message),
      by: null,
    })),
  ]
}

function newMentions(before: readonly Comment[], note: Comment): string[] {
  const { mentions = [] } = note
  if (mentions.length === 0) return []
  const known = new Set(before.find(({ id }) => id === note.id)?.mentions?.map(personKey))
  return [...new Set(mentions.map(personKey))].filter((person) => !known.has(person))
}

/** The errors of steps that are open, and were not before. */
function newFailures(before: Order['errors'], errors: Order['errors']): Order['errors'] {
  const key = ({ stepId, shipmentId, returnId, occurred }: Order['errors'][number]) =>
    JSON.stringify([stepId, shipmentId ?? null, returnId ?? null, occurred])
  const known = new Set(before.filter(isOpenError).map(key))
  return errors.filter((error) => error.stepId && error.severity === 'Error' && isOpenError(error) && !known.has(key(error)))
}

/** The beginning of a text, on one line. */
export function excerpt(text: string | null): string | null {
  return cut((text ?? '').replaceAll(/\s+/g, ' ').trim(), TEXT_LENGTH_MAX) || null
}
