import type { EventEnvelope } from '@oms/contracts/event'
import type { Transaction } from '../database/transaction.ts'

/** What a claim answers: whether the event is ours to handle now, and whether a parked one waits right behind it. */
export type ClaimedEvent = { claimed: boolean; has_successor: boolean }

const intoInbox = `insert into kit.inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1`

/** Moves the position from this sequence to the next, or begins it for an aggregate's first event. */
const movePosition = `insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
    select $1, $3, $4, $5::bigint + 1, $5
    where $5 = 1 or exists (select from kit.event_position where consumer = $1 and source = $3 and subject = $4)
    on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
      where position.next_sequence = $5
    returning 1`

const hasSuccessor = `exists (select from kit.parked_event
    where consumer = $1 and source = $3 and subject = $4 and sequence = $5 + 1) as has_successor`

const statements = {
  both: {
    name: 'kit-claim-event',
    text: `with done as (${intoInbox}), moved as (${movePosition})
      select exists (select from done) and exists (select from moved) as claimed, ${hasSuccessor}`,
  },
  positionOnly: {
    name: 'kit-claim-position',
    text: `with event as (select $2::text), moved as (${movePosition})
      select exists (select from moved) as claimed, ${hasSuccessor}`,
  },
  inboxOnly: {
    name: 'kit-claim-inbox',
    text: `with done as (${intoInbox}) select exists (select from done) as claimed, false as has_successor`,
  },
}

/**
 * Writes down that the event is handled, if it is the one to come: not done before, and next in the sequence of its aggregate
 * (4-decisions Q.4). In one statement. If it is not claimed the transaction must be rolled back. Types without a handler only
 * move the position; events without a sequence only go into the inbox.
 */
export async function claimEvent(
  tx: Pick<Transaction, 'query'>,
  consumer: string,
  claim: { event: EventEnvelope; isHandled: boolean },
) {
  const { event, isHandled } = claim
  if (event.sequence === undefined) {
    if (!isHandled) return { claimed: true, has_successor: false }
    const rows = await tx.query<ClaimedEvent>({ ...statements.inboxOnly, values: [consumer, event.id] })
    return rows[0] as ClaimedEvent
  }
  const statement = isHandled ? statements.both : statements.positionOnly
  const rows = await tx.query<ClaimedEvent>({
    ...statement,
    values: [consumer, event.id, event.source, event.subject, event.sequence],
  })
  return rows[0] as ClaimedEvent
}

/** Where an event stands that could not be claimed. */
export type Standing =
  /** Handled before, here or in another process. */
  | 'done'
  /** An earlier event of its aggregate has not come yet. */
  | 'early'
  /** It lies before the place where this consumer began with the aggregate: it would come after later ones. */
  | 'before-start'
  /** The first that this consumer sees of its aggregate, and not the aggregate's first. */
  | 'unknown-aggregate'
  /** Claimable by now. */
  | 'next'

type PositionRow = { next_sequence: number; first_sequence: number }

/** Finds out why an event could not be claimed. Keeps the position from moving until the transaction ends. */
export async function standingOf(tx: Transaction, consumer: string, event: EventEnvelope): Promise<Standing> {
  const inbox = await tx.query({
    name: 'kit-find-inbox',
    text: 'select from kit.inbox where event_id = $1 and consumer = $2',
    values: [event.id, consumer],
  })
  if (inbox.length > 0) return 'done'
  if (event.sequence === undefined) return 'next'
  const [position] = await tx.query<PositionRow>({
    name: 'kit-lock-position',
    text: `select next_sequence, first_sequence from kit.event_position
      where consumer = $1 and source = $2 and subject = $3 for update`,
    values: [consumer, event.source, event.subject],
  })
  if (position === undefined) return event.sequence === 1 ? 'next' : 'unknown-aggregate'
  if (event.sequence > position.next_sequence) return 'early'
  if (event.sequence === position.next_sequence) return 'next'
  return event.sequence < position.first_sequence ? 'before-start' : 'done'
}

/** Begins with an aggregate at this event, because the earlier ones are not kept any more. */
export async function startPosition(tx: Pick<Transaction, 'query'>, consumer: string, event: EventEnvelope): Promise<void> {
  await tx.query({
    name: 'kit-start-position',
    text: `insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
      values ($1, $2, $3, $4, $4) on conflict do nothing`,
    values: [consumer, event.source, event.subject, event.sequence],
  })
}
