-- webhook-list-waiting
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null,
--   $7 bigint or null, $8 bigint
-- Columns: id bigint, subscription_id text, event_id text, event_type text, subject text,
--   order_id text or null, state text, attempts integer, created timestamp with time zone,
--   last_attempt timestamp with time zone or null, last_status integer or null,
--   failure_reason text or null, next_attempt timestamp with time zone or null
select
  id, subscription_id, event_id, event_type, subject, order_id, state, attempts, created,
  last_attempt, last_status, failure_reason,
  case
    when d.state = 'Waiting' then (
      select lane.next_attempt
      from webhook_lane as lane
      where
        lane.subscription_id = d.subscription_id
        and lane.subject = d.subject
        and not lane.is_held
        and not exists (
          select
          from webhook_delivery as earlier
          where
            earlier.subscription_id = d.subscription_id
            and earlier.subject = d.subject
            and earlier.state = 'Waiting'
            and earlier.id < d.id
        )
    )
  end as next_attempt
from webhook_delivery as d
where
  ($1::bigint is null or d.id = $1)
  and ($2::timestamptz is null or d.created >= $2)
  and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4)
  and ($5::text is null or d.state = $5)
  and (
    $6::text[] is null
    or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[]))
  )
  and ($7::bigint is null or d.id < $7)
  and d.state = 'Waiting'
order by id desc
limit $8
