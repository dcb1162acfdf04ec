-- webhook-insert
-- Parameters: $1 text[], $2 text, $3 text, $4 text, $5 text or null, $6 json, $7 bigint or null
with
  -- the deliveries that are not there yet
  added as (
    insert into
      webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, created, give_up)
    select
      subscription_id,
      $2,
      $3,
      $4,
      case
        when not exists (
          select
          from purged_order
          where order_id = $5::text and event_sequence >= $7::bigint
        ) then $5::text
      end,
      $6::json,
      'Waiting',
      now(),
      now() + interval '24 hours'
    from unnest($1::text[]) as wanted (subscription_id)
    on conflict (subscription_id, event_id) do nothing
    returning subscription_id, subject
  )
insert into webhook_lane as lane (subscription_id, subject, next_attempt)
select subscription_id, subject, now()
from added
on conflict (subscription_id, subject) do update
set claim = lane.claim
