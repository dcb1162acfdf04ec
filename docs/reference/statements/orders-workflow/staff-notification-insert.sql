-- staff-notification-insert
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 text[], $6 text[], $7 text[],
--   $8 text[], $9 text[], $10 timestamp with time zone[]
insert into
  staff_notification (person, kind, source, order_id, customer_key, store_id, subject, text, by, created)
select *
from
  unnest(
    $1::text[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::text[],
    $7::text[],
    $8::text[],
    $9::text[],
    $10::timestamptz[]
  )
on conflict (person, source) do nothing
