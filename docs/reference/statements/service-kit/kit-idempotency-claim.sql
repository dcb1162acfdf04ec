-- kit-idempotency-claim
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 text, $6 uuid,
--   $7 timestamp with time zone or null, $8 json
-- Columns: claimed integer
insert into
  kit.idempotency_key as k (client, method, path, key, request_hash, token, store_ids, claimed, expires)
select $1, $2, $3, $4, $5, $6, $8::json, moment, moment + interval '60 seconds'
from (select coalesce($7::timestamptz, clock_timestamp()) as moment) as clock
on conflict (client, method, path, key) do update
set
  request_hash = excluded.request_hash,
  token = excluded.token,
  store_ids = excluded.store_ids,
  claimed = excluded.claimed,
  expires = excluded.expires,
  status = null,
  headers = null,
  body = null,
  is_interim = false
where k.expires <= excluded.claimed
returning 1 as claimed
