-- staff-notification-read
-- Parameters: $1 text, $2 text[] or null, $3 bigint[] or null, $4 bigint or null,
--   $5 timestamp with time zone
-- Columns: id bigint
update staff_notification
set read = $5
where
  person = $1
  and ($2::text[] is null or store_id is null or store_id = any ($2))
  and read is null
  and (id = any ($3::bigint[]) or id <= $4::bigint)
returning id
