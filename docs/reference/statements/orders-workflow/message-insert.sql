-- message-insert
-- Parameters: $1 uuid[], $2 text[], $3 text[], $4 text[], $5 text[], $6 timestamp with time zone[],
--   $7 text[], $8 uuid[], $9 text[]
insert into
  message (
    id, order_id, kind, connector, content, state, created, next_attempt, template, resend_of,
    resent_by
  )
select
  id, order_id, kind, connector,
  content::json,
  'Waiting',
  created,
  now(),
  template, resend_of, resent_by
from
  unnest(
    $1::uuid[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::timestamptz[],
    $7::text[],
    $8::uuid[],
    $9::text[]
  ) as new (id, order_id, kind, connector, content, created, template, resend_of, resent_by)
on conflict (id) do nothing
