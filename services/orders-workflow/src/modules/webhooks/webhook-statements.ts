import type { DeliveryState } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import { Sql, statement } from '@open-oms/service-kit/database/statement'

/**
 * Lease of a claimed lane in seconds: only its process sends its first delivery. Longer than the
 * longest attempt (see webhooks/), so that two processes never send it concurrently; after a crash
 * the lane waits that long.
 */
export const LEASE_SECONDS = 30
/** Hours after which a failing delivery is given up (webhooks.md#webhook-delivery). */
export const GIVE_UP_HOURS = 24
const KEEP_DAYS = 90
export const OLD_ROWS_PER_STATEMENT = 5_000

/**
 * $1 the subscriptions, $2 the event's id, $3 its type, $4 its subject, $5 the order or null, $6
 * the envelope, $7 the event's sequence or null. An event of a purged order belongs to no order:
 * another order may have its id. An existing lane is locked by an update without changes: a
 * concurrent end of the lane then sees the new delivery, or this statement creates the lane again.
 */
export const insertDeliveries = statement({
  name: 'webhook-insert',
  text: `with
  -- the deliveries that are not there yet
  added as (
    insert into webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, created, give_up)
    select subscription_id, $2, $3, $4,
      case when not exists (select from purged_order where order_id = $5::text and event_sequence >= $7::bigint) then $5::text end,
      $6::json, 'Waiting', now(), now() + interval '${GIVE_UP_HOURS} hours'
    from unnest($1::text[]) as wanted (subscription_id)
    on conflict (subscription_id, event_id) do nothing returning subscription_id, subject
  )
  insert into webhook_lane as lane (subscription_id, subject, next_attempt) select subscription_id, subject, now() from added
  on conflict (subscription_id, subject) do update set claim = lane.claim`,
  parameters: [Sql.list(Sql.text), Sql.text, Sql.text, Sql.text, Sql.nullable(Sql.text), Sql.json, Sql.nullable(Sql.bigint)],
  row: {},
})

/**
 * $1 the subscriptions, $2 the number of lanes of each. A lane that is due now may be stored half
 * a millisecond late, because times are rounded.
 */
export const claimLanes = statement({
  name: 'webhook-claim',
  text: `with
  -- the lanes that are due, as many as may be under way
  due as (
    select free.subscription_id, free.subject from unnest($1::text[], $2::int[]) as free_lanes (subscription_id, count)
    cross join lateral (
      select subscription_id, subject from webhook_lane
      where subscription_id = free_lanes.subscription_id and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt limit free_lanes.count for update skip locked
    ) as free
  )
  update webhook_lane as lane set claim = claim + 1, is_held = true, next_attempt = now() + interval '${LEASE_SECONDS} seconds'
  from due where lane.subscription_id = due.subscription_id and lane.subject = due.subject
  returning lane.subscription_id, lane.subject, lane.claim`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.integer)],
  row: { subscription_id: Sql.text, subject: Sql.text, claim: Sql.integer },
})

/**
 * The first waiting delivery of each lane: $1 the subscriptions, $2 the subjects, $3 the claims.
 */
export const readHeads = statement({
  name: 'webhook-heads',
  text: `select head.*, lane.claim from unnest($1::text[], $2::text[], $3::int[]) as lane (subscription_id, subject, claim)
  cross join lateral (
    select id, subscription_id, subject, event_id, envelope, attempts from webhook_delivery
    where subscription_id = lane.subscription_id and subject = lane.subject and state = 'Waiting' order by id limit 1
  ) as head`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.integer)],
  row: {
    id: Sql.bigint,
    subscription_id: Sql.text,
    subject: Sql.text,
    event_id: Sql.text,
    envelope: Sql.json,
    attempts: Sql.integer,
    claim: Sql.integer,
  },
})

/** $1 the subscription, $2 the subject, $3 the claim. */
export const holdLane = statement({
  name: 'webhook-hold',
  text: `select claim from webhook_lane where subscription_id = $1 and subject = $2 and claim = $3 and is_held for update`,
  parameters: [Sql.text, Sql.text, Sql.integer],
  row: { claim: Sql.integer },
})

/** $1 the delivery, $2 the status or null, $3 the reason, null for success. */
export const markTry = statement({
  name: 'webhook-mark',
  text: `update webhook_delivery set attempts = attempts + 1, last_attempt = clock_timestamp(), last_status = $2, failure_reason = $3,
    state = case when $3::text is null then 'Delivered' when give_up > now() then 'Waiting' else 'GivenUp' end
  where id = $1 and state = 'Waiting' returning state, give_up`,
  parameters: [Sql.bigint, Sql.nullable(Sql.integer), Sql.nullable(Sql.text)],
  row: { state: Sql.oneOf<DeliveryState>(), give_up: Sql.timestamptz },
})

/**
 * $1 the subscription, $2 the subject, $3 the pause in milliseconds; at most until the delivery
 * gets its last try.
 */
export const pauseLane = statement({
  name: 'webhook-pause',
  text: `update webhook_lane set is_held = false, next_attempt = greatest(now() + interval '1 second', least(now() + $3 * interval '1 millisecond', $4::timestamptz))
  where subscription_id = $1 and subject = $2`,
  parameters: [Sql.text, Sql.text, Sql.double, Sql.timestamptz],
  row: {},
})

/**
 * The next of the lane is due now; without one the lane ends. $1 the subscription, $2 the subject.
 */
export const startNextOfLane = statement({
  name: 'webhook-next',
  text: `with
  -- another delivery of the lane that waits
  further as (
    select from webhook_delivery where subscription_id = $1 and subject = $2 and state = 'Waiting' limit 1
  ),
  -- the lane without one, which is removed
  ended as (
    delete from webhook_lane where subscription_id = $1 and subject = $2 and not exists (select from further)
  )
  update webhook_lane set is_held = false, next_attempt = now()
  where subscription_id = $1 and subject = $2 and exists (select from further)`,
  parameters: [Sql.text, Sql.text],
  row: {},
})

export const countStates = statement({
  name: 'webhook-count',
  text: `select subscription_id, state, count(*) as count,
    coalesce(extract(epoch from now() - min(created)), 0)::float8 as age
  from webhook_delivery where state = 'Waiting' group by 1, 2
  union all
  select subscription_id, 'GivenUp', count(*), 0 from webhook_delivery where state = 'GivenUp' group by 1`,
  parameters: [],
  row: { subscription_id: Sql.text, state: Sql.text, count: Sql.bigint, age: Sql.double },
})

/** Deliveries whose subscription was deleted or is inactive. $1 the active subscriptions. */
export const giveUpOrphans = statement({
  name: 'webhook-give-up',
  text: `with
  -- deliveries of subscriptions that are not active any more
  ended as (
    update webhook_delivery set state = 'GivenUp', failure_reason = 'The subscription is not active.'
    where id = any (array (
      select id from webhook_delivery where state = 'Waiting' and subscription_id <> all ($1::text[]) and give_up < now() limit ${OLD_ROWS_PER_STATEMENT}
    )) and state = 'Waiting' returning id, subscription_id, subject
  ),
  -- lanes that have no delivery left
  lanes as (
    delete from webhook_lane as lane using ended where lane.subscription_id = ended.subscription_id and lane.subject = ended.subject
      and not exists (
        select from webhook_delivery as d where d.subscription_id = lane.subscription_id and d.subject = lane.subject
          and d.state = 'Waiting' and d.id not in (select id from ended)
      )
  )
  select id from ended`,
  parameters: [Sql.list(Sql.text)],
  row: { id: Sql.bigint },
})

/**
 * What a deleted subscription has not got, with its lanes: a sender that holds one records nothing.
 * $1 the subscription.
 */
export const deleteUnsentOf = statement({
  name: 'webhook-delete-unsent',
  text: `with
  -- the lanes of the subscription
  lanes as (delete from webhook_lane where subscription_id = $1)
  delete from webhook_delivery where id = any (array (
    select id from webhook_delivery where subscription_id = $1 and state <> 'Delivered' limit ${OLD_ROWS_PER_STATEMENT}
  )) and state <> 'Delivered' returning id`,
  parameters: [Sql.text],
  row: { id: Sql.bigint },
})

export const deleteOld = statement({
  name: 'webhook-delete-old',
  text: `delete from webhook_delivery where id = any (array (
    select id from webhook_delivery where created < now() - interval '${KEEP_DAYS} days' and state <> 'Waiting' limit ${OLD_ROWS_PER_STATEMENT}
  )) and state <> 'Waiting' returning id`,
  parameters: [],
  row: { id: Sql.bigint },
})
