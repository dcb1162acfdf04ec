-- staff-notification-unread
-- Parameters: $1 text, $2 text[] or null
-- Columns: count integer
select count(*)::int as count
from
  (
    select
    from staff_notification
    where
      person = $1
      and ($2::text[] is null or store_id is null or store_id = any ($2))
      and read is null
    limit 1000
  ) as unread
