-- webhook-replay
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null
-- Columns: count bigint
with
  -- the chosen deliveries, which wait again
  again as (
    update webhook_delivery as d
    set
      state = 'Waiting',
      attempts = 0,
      failure_reason = null,
      give_up = now() + interval '24 hours'
    where
      ($1::bigint is null or d.id = $1)
      and ($2::timestamptz is null or d.created >= $2)
      and ($3::timestamptz is null or d.created < $3)
      and ($4::text is null or d.subscription_id = $4)
      and ($5::text is null or d.state = $5)
      and (
        $6::text[] is null
        or exists (
          select
          from "order" as o
          where o.id = d.order_id and o.store_id = any ($6::text[])
        )
      )
    returning subscription_id, subject
  ),
  -- their lanes, which are due now
  lanes as (
    insert into webhook_lane as lane (subscription_id, subject, next_attempt)
    select distinct subscription_id, subject, now()
    from again
    order by subscription_id, subject
    on conflict (subscription_id, subject) do update
    set next_attempt = case when lane.is_held then lane.next_attempt else now() end
  )
select count(*) as count
from again
