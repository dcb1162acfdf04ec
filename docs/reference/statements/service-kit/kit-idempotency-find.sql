-- kit-idempotency-find
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 timestamp with time zone or null
-- Columns: request_hash text, store_ids json or null, status smallint or null,
--   headers json or null, body text or null, is_in_flight boolean
select
  request_hash,
  case when store_ids ->> 'token' = token::text then store_ids -> 'storeIds' end as store_ids,
  status, headers, body,
  status is null
  or is_interim
  and claimed > coalesce($5::timestamptz, clock_timestamp()) - interval '60 seconds' as is_in_flight
from kit.idempotency_key
where client = $1 and method = $2 and path = $3 and key = $4
