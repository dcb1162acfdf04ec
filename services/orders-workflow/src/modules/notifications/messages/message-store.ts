import type { Database } from '@open-oms/service-kit/database/database'
import type { EmailMessage, Message, MessageKind } from '../domain/message-content.ts'
import {
  claimDue,
  claimKey,
  countByKind,
  deleteOld,
  heldValues,
  OLD_ROWS_PER_STATEMENT,
  recordFailure,
  recordSent,
  recordWait,
} from './message-statements.ts'

type Queries = Pick<Database, 'query'>

/**
 * A message that this process may send now; `attempt` rises with every claim, so that only the last
 * claim records the outcome.
 */
export type ClaimedMessage = Message & { attempt: number }

/**
 * Claims due messages for this process, up to the limit of each kind, the longest due first. No
 * other process gets them before their lease ends, and sending must have ended by then.
 */
export async function claimMessages(database: Queries, countMax: Record<MessageKind, number>): Promise<ClaimedMessage[]> {
  if (countMax.email + countMax.sms === 0) return []
  const rows = await claimDue.on(database, countMax.email, countMax.sms)
  return rows.map(({ id, order_id, kind, connector, content, attempts, created }) => {
    const head = { id, orderId: order_id, connector, created: created.toISOString(), attempt: attempts }
    return { ...head, kind, content: JSON.parse(content) } as ClaimedMessage
  })
}

/**
 * Marks messages as sent to all recipients. Returns for each whether it is marked: false when
 * another process has claimed it since.
 */
export async function markSent(database: Queries, messages: readonly ClaimedMessage[]): Promise<boolean[]> {
  const rows = await recordSent.on(database, ...heldValues(messages))
  const marked = new Set(rows.map(claimKey))
  return messages.map((message) => marked.has(claimKey(message)))
}

export type FailedTry = {
  reason: string
  /** The recipients that an e-mail has not reached yet; all of them when absent. */
  open?: readonly string[] | undefined
}

/**
 * Schedules the next try of a message, or gives it up when it has waited for a day. Returns the
 * outcome, null when another process has claimed it since.
 */
export async function keepWaiting(
  database: Queries,
  message: ClaimedMessage,
  { reason, open, pauseMs }: FailedTry & { pauseMs: number },
): Promise<'Waiting' | 'Failed' | null> {
  const [row] = await recordWait.on(database, message.id, message.attempt, reason, contentFor(message, open), pauseMs)
  return row?.state ?? null
}

/**
 * Gives up a message that was refused permanently. Returns false when another process has claimed
 * it since.
 */
export async function markFailed(database: Queries, message: ClaimedMessage, { reason, open }: FailedTry): Promise<boolean> {
  const rows = await recordFailure.on(database, message.id, message.attempt, reason, contentFor(message, open))
  return rows.length > 0
}

/** Null leaves the content as it is. */
function contentFor(message: ClaimedMessage, open: readonly string[] | undefined): string | null {
  if (open === undefined || message.kind !== 'email') return null
  const content: EmailMessage['content'] = { ...message.content, open }
  return JSON.stringify(content)
}

export type MessageCounts = {
  waiting: Record<MessageKind, number>
  failed: Record<MessageKind, number>
  /** Age in seconds of the message that waits longest; 0 when none waits. */
  oldestSeconds: number
}

/** The number of waiting messages, and of those given up that need a person. */
export async function countMessages(database: Queries): Promise<MessageCounts> {
  const rows = await countByKind.on(database)
  const counts: MessageCounts = { waiting: { email: 0, sms: 0 }, failed: { email: 0, sms: 0 }, oldestSeconds: 0 }
  for (const { kind, waiting, failed, age } of rows) {
    counts.waiting[kind] = waiting
    counts.failed[kind] = failed
    counts.oldestSeconds = Math.max(counts.oldestSeconds, age)
  }
  return counts
}

/**
 * Deletes messages that were sent or given up and are older than 90 days. Returns how many. Several
 * processes may run this concurrently.
 */
export async function deleteOldMessages(database: Queries): Promise<number> {
  for (let deleted = 0; ; ) {
    const rows = await deleteOld.on(database)
    deleted += rows.length
    if (rows.length < OLD_ROWS_PER_STATEMENT) return deleted
  }
}
