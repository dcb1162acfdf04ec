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
// given up: its index covers unsent messages, and finds and counts them without reading sent ones.

/**
 * $1 the ids, $2 their orders, $3 kinds, $4 connectors, $5 contents as JSON, $6 when they were
 * made. Column arrays instead of JSON rows, whose texts Postgres would decode: it refuses zero
 * characters. Due immediately by the database's clock, which claims use too.
 */
export const insertMessages = statement({
  name: 'message-insert',
  text: `insert into message (id, order_id, kind, connector, content, state, created, next_attempt)
  select id, order_id, kind, connector, content::json, 'Waiting', created, now()
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) as new (id, order_id, kind, connector, content, created)
  on conflict (id) do nothing`,
  parameters: [list(uuid), list(nullable(text)), list(text), list(text), list(text), list(timestamptzText)],
  row: {},
})

/**
 * $1 the kinds, $2 the number of each. A message that is due now may be stored as half a
 * millisecond later: times are rounded.
 */
export const claimDue = statement({
  name: 'message-claim',
  text: `with due as (
    select waiting.id from unnest($1::text[], $2::int[]) as lane (kind, count)
    cross join lateral (
      select id from message where kind = lane.kind and next_attempt <= now() + interval '1 millisecond' order by next_attempt limit lane.count for update skip locked
    ) as waiting
  )
  update message set attempts = attempts + 1, next_attempt = now() + interval '${LEASE_SECONDS} seconds'
  where id in (select id from due)
  returning id, order_id, kind, connector, content, attempts, created`,
  parameters: [list(text), list(integer)],
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
export const held = `where id = $1 and attempts = $2 and state = 'Waiting'`

export const recordSent = statement({
  name: 'message-sent',
  text: `update message set state = 'Sent', sent = now(), next_attempt = null, failure_reason = null ${held} returning id`,
  parameters: [uuid, integer],
  row: { id: uuid },
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
