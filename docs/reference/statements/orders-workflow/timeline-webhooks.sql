-- timeline-webhooks
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id bigint, subscription_id text, event_id text,
--   event_type text, state text, attempts integer, last_attempt timestamp with time zone or null,
--   last_status integer or null
select *
from
  (
    select
      created as time,
      ('7' || lpad(id::text, 20, '0')) collate "C" as key,
      id, subscription_id, event_id, event_type, state, attempts, last_attempt, last_status
    from webhook_delivery
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4
