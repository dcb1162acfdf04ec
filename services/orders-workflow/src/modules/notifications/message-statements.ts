import {
  bigint,
  double,
  integer,
  json,
  list,
  nullable,
  oneOf,
  statement,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '@oms/service-kit/database/statement'
import { expectsOne } from '../../order/document/expects-one.ts'
import type { MessageKind } from '../messages/domain/message-content.ts'

/**
 * Lease of a claimed message in seconds: only its process sends it. Longer than the longest try
 * (see messages/), so that two never send it concurrently; after a crash the message waits that
 * long.
 */
export const LEASE_SECONDS = 180
/** Hours after which a message that cannot be sent is given up. */
const GIVE_UP_HOURS = 24
/** Days after which sent and failed messages, and their files, are deleted. */
export const KEEP_DAYS = 90
export const OLD_ROWS_PER_STATEMENT = 5_000

// `next_attempt` is a time while the message waits, null when it was sent, and infinity when it was
// given up: its index, which is partial, covers unsent messages, and finds and counts them without
// reading sent ones.

/**
 * $1 the ids, $2 their orders, $3 kinds, $4 connectors, $5 contents as JSON, $6 when they were
 * made, $7 templates, $8 the messages that they send again, $9 who had them sent. Column arrays
 * instead of JSON rows, whose texts Postgres would decode: it refuses zero characters. Due
 * immediately by the database's clock, which claims use too.
 */
export const insertMessages = statement({
  name: 'message-insert',
  text: `insert into message (id, order_id, kind, connector, content, state, created, next_attempt, template, resend_of, resent_by)
  select id, order_id, kind, connector, content::json, 'Waiting', created, now(), template, resend_of, resent_by
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::uuid[], $9::text[])
    as new (id, order_id, kind, connector, content, created, template, resend_of, resent_by)
  on conflict (id) do nothing`,
  parameters: [
    list(uuid),
    list(nullable(text)),
    list(text),
    list(text),
    list(text),
    list(timestamptzText),
    list(nullable(text)),
    list(nullable(uuid)),
    list(nullable(text)),
  ],
  row: {},
})

const dueOf = (kind: MessageKind, countMax: string) => `array (
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
  where ctid = any (${dueOf('email', '$1')} || ${dueOf('sms', '$2')})
  returning id, order_id, kind, connector, content, attempts, created`,
  parameters: [bigint, bigint],
  row: {
    id: uuid,
    order_id: nullable(text),
    kind: oneOf<MessageKind>(),
    connector: text,
    content: json,
    attempts: integer,
    created: timestamptz,
  },
})

/** Only the last claim may record the outcome: $1 the message, $2 its attempt. */
const held = `where id = $1 and attempts = $2 and state = 'Waiting'`

/** The same for several: $1 the messages, $2 their attempts. */
export const heldTogether = `from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
  where message.id = claim.id and message.attempts = claim.attempt and state = 'Waiting' and ${expectsOne('claim.attempt')}`
export const heldParameters = [list(uuid), list(integer)] as const

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
  row: { id: uuid, attempt: integer },
})

/** $3 the reason, $4 the content or null for the same as before. */
const failure = 'failure_reason = $3, content = coalesce($4::json, content)'

export const recordFailure = statement({
  name: 'message-failed',
  text: `update message set state = 'Failed', next_attempt = 'infinity', ${failure} ${held} returning id`,
  parameters: [uuid, integer, text, nullable(json)],
  row: { id: uuid },
})

/** $5 the pause in milliseconds. */
export const recordWait = statement({
  name: 'message-wait',
  text: `update message set ${failure},
    state = case when created > now() - interval '${GIVE_UP_HOURS} hours' then 'Waiting' else 'Failed' end,
    next_attempt = case when created > now() - interval '${GIVE_UP_HOURS} hours'
      then now() + $5 * interval '1 millisecond' else 'infinity' end
  ${held} returning state`,
  parameters: [uuid, integer, text, nullable(json), double],
  row: { state: oneOf<'Waiting' | 'Failed'>() },
})

export const countByKind = statement({
  name: 'message-count',
  text: `select kind, count(*) filter (where state = 'Waiting') as waiting, count(*) filter (where state = 'Failed') as failed,
    greatest(0, coalesce(extract(epoch from now() - min(created) filter (where state = 'Waiting')), 0))::float8 as age
  from message where next_attempt is not null group by kind`,
  parameters: [],
  row: { kind: oneOf<MessageKind>(), waiting: bigint, failed: bigint, age: double },
})

export const deleteOld = statement({
  name: 'message-delete-old',
  text: `delete from message where ctid = any (array (
    select ctid from message where state <> 'Waiting' and created < now() - interval '${KEEP_DAYS} days'
    limit ${OLD_ROWS_PER_STATEMENT}
  )) and state <> 'Waiting' returning id`,
  parameters: [],
  row: { id: uuid },
})
