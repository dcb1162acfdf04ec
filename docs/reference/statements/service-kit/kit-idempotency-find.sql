-- kit-idempotency-find
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 timestamp with time zone or null
-- Columns: place integer, request_hash text, store_ids json or null, status smallint or null,
--   headers json or null, body text or null, is_in_flight boolean
select
  place::int,
  request_hash,
  case when store_ids ->> 'token' = token::text then store_ids -> 'storeIds' end as store_ids,
  status, headers, body,
  status is null
  or is_interim
  and claimed > moment - interval '60 seconds' as is_in_flight
from
  unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as asked (client, method, path, key, place)
  join kit.idempotency_key using (client, method, path, key),
  (select coalesce($5::timestamptz, clock_timestamp()) as moment) as clock
where expires > moment
