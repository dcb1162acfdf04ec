import { expectsOne } from '@open-oms/service-kit/database/expects-one'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MessageKind } from '../domain/message-content.ts'

/**
 * Lease of a claimed message in seconds: only its process sends it. Longer than the longest try
 * (see messages/), so that two never send it concurrently; after a crash the message waits that
 * long.
 */
export const LEASE_SECONDS = 180
/** Whether a message has waited for as long as it is tried to compose and to send it. */
export const isGivenUp = `created <= now() - interval '24 hours'`
/** Days after which sent and failed messages, and their files, are deleted. */
export const KEEP_DAYS = 90
export const OLD_ROWS_PER_STATEMENT = 5_000

// `next_attempt` is a time while the message waits to be sent, null before it is composed and when
// it was sent, and infinity when it was given up; `compose_at` is a time while it waits to be
// composed. Their indexes, which are partial, cover unsent messages, and find and count them
// without reading sent ones.

const dueMessagesSql = (kind: MessageKind, countMax: string) => `array (
      select ctid from message where kind = '${kind}' and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt limit ${countMax} for update skip locked
    )`

/**
 * $1 the number of e-mails, $2 of SMS. A message that is due now may be stored as half a
 * millisecond later: times are rounded.
 */
export const claimDue = statement({
  name: 'message-claim',
  text: `update message set attempts = attempts + 1, next_attempt = now() + interval '${LEASE_SECONDS} seconds'
  where ctid = any (${dueMessagesSql('email', '$1')} || ${dueMessagesSql('sms', '$2')})
  returning id, order_id, kind, connector, content, attempts, created`,
  parameters: [Sql.bigint, Sql.bigint],
  row: {
    id: Sql.uuid,
    order_id: Sql.nullable(Sql.text),
    kind: Sql.oneOf<MessageKind>(),
    connector: Sql.text,
    content: Sql.json,
    attempts: Sql.integer,
    created: Sql.timestamptz,
  },
})

/** Only the last claim may record the outcome: $1 the message, $2 its attempt. */
const held = `where id = $1 and attempts = $2 and state = 'Waiting'`

/** The same for several: $1 the messages, $2 their attempts. */
export const heldTogether = `from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
  where message.id = claim.id and message.attempts = claim.attempt and state = 'Waiting' and ${expectsOne('claim.attempt')}`
export const heldParameters = [Sql.list(Sql.uuid), Sql.list(Sql.integer)] as const

/** The first parameters of a statement with `heldTogether`. */
export function heldValues(claims: readonly { id: string; attempt: number }[]): [string[], number[]] {
  return [claims.map(({ id }) => id), claims.map(({ attempt }) => attempt)]
}

/** Distinguishes the claims of one statement: two of them may be of one message. */
export function claimKey({ id, attempt }: { id: string; attempt: number }): string {
  return `${id} ${attempt}`
}

export const recordSent = statement({
  name: 'message-sent',
  text: `update message set state = 'Sent', sent = now(), next_attempt = null, failure_reason = null ${heldTogether}
  returning message.id, claim.attempt`,
  parameters: heldParameters,
  row: { id: Sql.uuid, attempt: Sql.integer },
})

/** $3 the reason, $4 the content or null for the same as before. */
const failure = 'failure_reason = $3, content = coalesce($4::json, content)'

export const recordFailure = statement({
  name: 'message-failed',
  text: `update message set state = 'Failed', next_attempt = 'infinity', ${failure} ${held} returning id`,
  parameters: [Sql.uuid, Sql.integer, Sql.text, Sql.nullable(Sql.json)],
  row: { id: Sql.uuid },
})

/** $5 the pause in milliseconds. */
export const recordWait = statement({
  name: 'message-wait',
  text: `update message set ${failure},
    state = case when ${isGivenUp} then 'Failed' else 'Waiting' end,
    next_attempt = case when ${isGivenUp} then 'infinity' else now() + $5 * interval '1 millisecond' end
  ${held} returning state`,
  parameters: [Sql.uuid, Sql.integer, Sql.text, Sql.nullable(Sql.json), Sql.double],
  row: { state: Sql.oneOf<'Waiting' | 'Failed'>() },
})

export const countByKind = statement({
  name: 'message-count',
  text: `select kind, count(*) filter (where state = 'Waiting') as waiting, count(*) filter (where state = 'Failed') as failed,
    greatest(0, coalesce(extract(epoch from now() - min(created) filter (where state = 'Waiting')), 0))::float8 as age
  from message where next_attempt is not null or compose_at is not null group by kind`,
  parameters: [],
  row: { kind: Sql.oneOf<MessageKind>(), waiting: Sql.bigint, failed: Sql.bigint, age: Sql.double },
})

export const deleteOld = statement({
  name: 'message-delete-old',
  text: `delete from message where ctid = any (array (
    select ctid from message where state <> 'Waiting' and created < now() - interval '${KEEP_DAYS} days'
    limit ${OLD_ROWS_PER_STATEMENT}
  )) and state <> 'Waiting' returning id`,
  parameters: [],
  row: { id: Sql.uuid },
})
