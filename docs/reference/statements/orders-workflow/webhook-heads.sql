-- webhook-heads
-- Parameters: $1 text[], $2 text[], $3 integer[]
-- Columns: id bigint, subscription_id text, subject text, event_id text, envelope json,
--   attempts integer, claim integer
select head.*, lane.claim
from
  unnest($1::text[], $2::text[], $3::int[]) as lane (subscription_id, subject, claim)
  cross join lateral (
    select id, subscription_id, subject, event_id, envelope, attempts
    from webhook_delivery
    where subscription_id = lane.subscription_id and subject = lane.subject and state = 'Waiting'
    order by id
    limit 1
  ) as head
