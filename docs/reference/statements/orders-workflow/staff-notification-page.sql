-- staff-notification-page
-- Parameters: $1 text, $2 text[] or null, $3 bigint or null, $4 boolean, $5 bigint
-- Columns: id bigint, kind text, order_id text or null, customer_key text or null,
--   subject text or null, text text or null, by text or null, created timestamp with time zone,
--   read timestamp with time zone or null
select id, kind, order_id, customer_key, subject, text, by, created, read
from staff_notification
where
  person = $1
  and ($2::text[] is null or store_id is null or store_id = any ($2))
  and ($3::bigint is null or id < $3)
  and (not $4 or read is null)
order by id desc
limit $5
