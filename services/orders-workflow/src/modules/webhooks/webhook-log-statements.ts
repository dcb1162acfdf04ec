import type { DeliveryState } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { GIVE_UP_HOURS } from './webhook-statements.ts'

/**
 * $1 an id or null, $2 and $3 when it was written, from and before, $4 the subscription, $5 the
 * state, $6 the stores of its order; null for any.
 */
const choiceParameters = [
  Sql.nullable(Sql.bigint),
  Sql.nullable(Sql.timestamptz),
  Sql.nullable(Sql.timestamptz),
  Sql.nullable(Sql.text),
  Sql.nullable(Sql.text),
  Sql.nullable(Sql.list(Sql.text)),
] as const
const chosen = `($1::bigint is null or d.id = $1) and ($2::timestamptz is null or d.created >= $2) and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4) and ($5::text is null or d.state = $5)
  and ($6::text[] is null or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[])))`

const logRow = {
  id: Sql.bigint,
  subscription_id: Sql.text,
  event_id: Sql.text,
  event_type: Sql.text,
  subject: Sql.text,
  order_id: Sql.nullable(Sql.text),
  state: Sql.oneOf<DeliveryState>(),
  attempts: Sql.integer,
  created: Sql.timestamptz,
  last_attempt: Sql.nullable(Sql.timestamptz),
  last_status: Sql.nullable(Sql.integer),
  failure_reason: Sql.nullable(Sql.text),
  next_attempt: Sql.nullable(Sql.timestamptz),
}
/**
 * Only the first delivery of a lane has an attempt to come; the lane's time is a lease while it is
 * held.
 */
const nextAttempt = `case when d.state = 'Waiting' then (
    select lane.next_attempt from webhook_lane as lane
    where lane.subscription_id = d.subscription_id and lane.subject = d.subject and not lane.is_held and not exists (
      select from webhook_delivery as earlier
      where earlier.subscription_id = d.subscription_id and earlier.subject = d.subject and earlier.state = 'Waiting' and earlier.id < d.id
    )
  ) end as next_attempt`
const logColumns = Object.keys(logRow)
  .map((column) => (column === 'next_attempt' ? nextAttempt : column))
  .join(', ')
/** A delivery in the log. */
export type LoggedDelivery = RowOf<typeof logRow>

/** $7 the id that they are before or null, $8 how many. */
const listing = (name: string, state: DeliveryState | null) =>
  statement({
    name,
    text: `select ${logColumns} from webhook_delivery as d
      where ${chosen} and ($7::bigint is null or d.id < $7)${state === null ? '' : ` and d.state = '${state}'`} order by id desc limit $8`,
    parameters: [...choiceParameters, Sql.nullable(Sql.bigint), Sql.bigint],
    row: logRow,
  })

/**
 * By the state that is looked for: its name in the text lets the few that wait or were given up be
 * found by their indexes.
 */
export const listChosen = {
  any: listing('webhook-list', null),
  Waiting: listing('webhook-list-waiting', 'Waiting'),
  Delivered: listing('webhook-list-delivered', 'Delivered'),
  GivenUp: listing('webhook-list-given-up', 'GivenUp'),
}

/** Locked before their deliveries, as senders do: one lock order avoids deadlocks. */
export const lockChosenLanes = statement({
  name: 'webhook-lock-lanes',
  text: `select claim from webhook_lane as lane
  where exists (select from webhook_delivery as d where d.subscription_id = lane.subscription_id and d.subject = lane.subject and ${chosen})
  order by subscription_id, subject for update`,
  parameters: [...choiceParameters],
  row: { claim: Sql.integer },
})

export const replayChosen = statement({
  name: 'webhook-replay',
  text: `with
  -- the chosen deliveries, which wait again
  again as (
    update webhook_delivery as d set state = 'Waiting', attempts = 0, failure_reason = null, give_up = now() + interval '${GIVE_UP_HOURS} hours'
    where ${chosen} returning subscription_id, subject
  ),
  -- their lanes, which are due now
  lanes as (
    insert into webhook_lane as lane (subscription_id, subject, next_attempt)
    select distinct subscription_id, subject, now() from again order by subscription_id, subject
    on conflict (subscription_id, subject) do update set next_attempt = case when lane.is_held then lane.next_attempt else now() end
  )
  select count(*) as count from again`,
  parameters: [...choiceParameters],
  row: { count: Sql.bigint },
})
