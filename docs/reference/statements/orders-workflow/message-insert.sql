-- message-insert
-- Parameters: $1 uuid[], $2 text[], $3 text[], $4 text[], $5 text[], $6 timestamp with time zone[],
--   $7 text[], $8 uuid[], $9 text[], $10 text[]
insert into
  message (
    id, order_id, kind, connector, content, state, created, next_attempt, template, resend_of,
    resent_by, composition, compose_at
  )
select
  id, order_id, kind, connector,
  content::json,
  'Waiting',
  created,
  case when composition is null then now() end,
  template, resend_of, resent_by,
  composition::json,
  case when composition is not null then now() end
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
    $9::text[],
    $10::text[]
  ) as new (id, order_id, kind, connector, content, created, template, resend_of, resent_by, composition)
on conflict (id) do nothing
