import type { Hold } from '@open-oms/contracts/orders/hold'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import { orderHolds } from '../../../order/rules/holds/holds.ts'
import { type PositionedEntry, timelineKey } from './timeline.ts'

const to = (time: string) => new Date(time).toISOString()

export type VersionFacts = {
  versionId: string
  operation: string
  changedFields: readonly string[]
  actor: string | null
  provenBy: string | null
}

type WithPosition<Facts> = Facts & { time: string; key: string }

/** A write of the order by any client or step. */
export function versionEntry({
  time,
  key,
  versionId,
  operation,
  changedFields,
  actor,
  provenBy,
}: WithPosition<VersionFacts>): PositionedEntry {
  const what = changedFields.length === 0 ? '' : ` changed ${changedFields.join(', ')}`
  return {
    time,
    key,
    kind: 'version',
    summary: `${operation}${what}.`,
    actor,
    versionId,
    data: { operation, changedFields, provenBy },
  }
}

export type StatusFacts = Pick<VersionFacts, 'versionId' | 'operation' | 'actor' | 'provenBy'> & {
  status: string
  /** Null for the status that the order was created with. */
  previousStatus: string | null
}

/** A status change of the order. */
export function statusEntry({ time, key, versionId, operation, actor, ...data }: WithPosition<StatusFacts>): PositionedEntry {
  const { status, previousStatus } = data
  const summary =
    previousStatus === null ? `The order began as ${status}.` : `The order went from ${previousStatus} to ${status}.`
  return { time, key, kind: 'statusChanged', summary, actor, versionId, data: { ...data, operation } }
}

export type RunFacts = {
  runId: string
  status: string
  state: string
  shipmentId: string | null
  returnId: string | null
  finished: string | null
  actor: string | null
}

/** A workflow run, at the time it began. */
export function runEntry({ time, key, actor, ...data }: WithPosition<RunFacts>): PositionedEntry {
  const summary = `The workflow of ${data.status} began; it is ${data.state} now.`
  return { time, key, kind: 'workflowRun', summary, actor, versionId: null, data }
}

export type StepFacts = {
  runId: string
  stepId: string
  actionType: string
  /** Null while the outcome is unknown. */
  actionStatus: string | null
  attempt: number
  errorReason: string | null
  message: string | null
}

/** An attempt at a step, at the time it ended; at the time it began while it is under way. */
export function stepEntry({ time, key, ...data }: WithPosition<StepFacts>): PositionedEntry {
  const summary = `Step ${data.actionType}: ${data.actionStatus ?? 'under way'}.`
  return { time, key, kind: 'workflowStep', summary, actor: null, versionId: null, data }
}

export type MessageFacts = {
  messageId: string
  type: 'email' | 'sms'
  /** Null for messages of an earlier version. */
  template: string | null
  state: string
  attempts: number
  sent: string | null
  /** The message that this one sends again, else null. */
  resendOf: string | null
  /** Who had it sent again. */
  actor: string | null
}

/**
 * An e-mail or SMS, at the time it was written. Recipients and failure reasons are left out: they
 * may name people outside of the order.
 */
export function messageEntry({ time, key, actor, ...data }: WithPosition<MessageFacts>): PositionedEntry {
  const name = data.type === 'email' ? 'An e-mail' : 'An SMS'
  const summary = `${name}${data.resendOf === null ? '' : ', sent again'}: ${data.state}.`
  return { time, key, kind: 'message', summary, actor, versionId: null, data }
}

export type WebhookEntryFacts = {
  deliveryId: number
  subscriptionId: string
  eventId: string
  eventType: string
  /** Waiting, Delivered or GivenUp. */
  state: string
  attempts: number
  lastAttempt: string | null
  /** The HTTP status of the receiver; null without a response. */
  lastStatus: number | null
}

/**
 * The delivery of an event to a webhook subscription, at the time it was written. The receiver's
 * message is only in the log.
 */
export function webhookEntry({ time, key, ...data }: WithPosition<WebhookEntryFacts>): PositionedEntry {
  const summary = `Event ${data.eventType} for ${data.subscriptionId}: ${data.state}.`
  return { time, key, kind: 'webhook', summary, actor: null, versionId: null, data }
}

/** The timeline entries that the order itself has: its payments, comments and holds. */
export function orderTimelineEntries(order: Order): PositionedEntry[] {
  return [
    ...order.orderForm.payments.map((payment, index) => paymentEntry(order, payment, index)),
    ...order.publicOrderNotes.map((comment, index) => commentEntry(comment, { type: 'Public', index })),
    ...order.orderNotes.map((comment, index) => commentEntry(comment, { type: 'Internal', index })),
    ...orderHolds(order).flatMap(holdEntries),
  ]
}

function paymentEntry(order: Order, payment: Payment, index: number): PositionedEntry {
  const { id, transactionType, status, amount, paymentMethodName, shipmentId } = payment
  return {
    time: to(payment.created ?? order.created),
    key: timelineKey('payment', `${id ?? ''}/${index}`),
    kind: 'payment',
    summary: `${transactionType} of ${amount} by ${paymentMethodName}: ${status}.`,
    actor: null,
    versionId: null,
    data: { paymentId: id, transactionType, status, amount, paymentMethodName, shipmentId },
  }
}

function commentEntry(comment: Comment, { type, index }: { type: 'Public' | 'Internal'; index: number }): PositionedEntry {
  const { id, title, detail, tags } = comment
  const actor = comment.creator ?? comment.userId
  return {
    time: to(comment.created),
    key: timelineKey('comment', `${id ?? ''}/${type}/${index}`),
    kind: 'comment',
    summary: type === 'Public' ? 'A comment that the customer may see.' : 'An internal comment.',
    actor,
    versionId: null,
    data: { commentId: id, type, title, detail, tags },
  }
}

/** A hold at the time it was placed, and again at the time it was released. */
function holdEntries(
  { id: holdId, reasonCode, rule, note, until, releaseRule, ...hold }: Hold,
  index: number,
): PositionedEntry[] {
  const facts = { holdId, reasonCode, rule, note, until, releaseRule }
  const placed: PositionedEntry = {
    time: to(hold.created),
    key: timelineKey('hold', `${holdId}/${index}/1`),
    kind: 'hold',
    summary: `The order was held: ${reasonCode}.`,
    actor: hold.createdBy,
    versionId: null,
    data: { ...facts, event: 'Placed' },
  }
  if (hold.released === null) return [placed]
  const { releaseCause, releaseNote } = hold
  const released: PositionedEntry = {
    time: to(hold.released),
    key: timelineKey('hold', `${holdId}/${index}/2`),
    kind: 'hold',
    summary: `Hold ${reasonCode} was released: ${releaseCause}.`,
    actor: hold.releasedBy,
    versionId: null,
    data: { ...facts, event: 'Released', releaseCause, releaseNote },
  }
  return [placed, released]
}
