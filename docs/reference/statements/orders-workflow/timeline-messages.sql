-- timeline-messages
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id uuid, kind text, template text or null,
--   state text, attempts integer, sent timestamp with time zone or null, resend_of uuid or null,
--   resent_by text or null
select *
from
  (
    select
      created as time,
      ('6' || id::text) collate "C" as key,
      id, kind, template, state, attempts, sent, resend_of, resent_by
    from message
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4
