-- webhook-lock-lanes
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null
-- Columns: claim integer
select claim
from webhook_lane as lane
where
  exists (
    select
    from webhook_delivery as d
    where
      d.subscription_id = lane.subscription_id
      and d.subject = lane.subject
      and ($1::bigint is null or d.id = $1)
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
  )
order by subscription_id, subject
for update
