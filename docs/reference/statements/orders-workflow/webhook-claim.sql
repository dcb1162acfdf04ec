-- webhook-claim
-- Parameters: $1 text[], $2 integer[]
-- Columns: subscription_id text, subject text, claim integer
with
  -- the lanes that are due, as many as may be under way
  due as (
    select free.subscription_id, free.subject
    from
      unnest($1::text[], $2::int[]) as free_lanes (subscription_id, count)
      cross join lateral (
        select subscription_id, subject
        from webhook_lane
        where
          subscription_id = free_lanes.subscription_id
          and next_attempt <= now() + interval '1 millisecond'
        order by next_attempt
        limit free_lanes.count
        for update skip locked
      ) as free
  )
update webhook_lane as lane
set claim = claim + 1, is_held = true, next_attempt = now() + interval '30 seconds'
from due
where lane.subscription_id = due.subscription_id and lane.subject = due.subject
returning lane.subscription_id, lane.subject, lane.claim
