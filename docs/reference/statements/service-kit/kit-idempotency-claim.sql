-- kit-idempotency-claim
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 text[], $6 uuid[], $7 text[],
--   $8 timestamp with time zone or null
-- Columns: token uuid
with
  -- the keys that no other open transaction is claiming, and the time of the claim
  free as (
    select *, coalesce($8::timestamptz, clock_timestamp()) as moment
    from
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[]) as asked (client, method, path, key, request_hash, token, store_ids)
    where pg_try_advisory_xact_lock(hashtextextended (row (client, method, path, key)::text, 17))
  )
insert into
  kit.idempotency_key as k (client, method, path, key, request_hash, token, store_ids, claimed, expires)
select
  client, method, path, key, request_hash, token,
  store_ids::json,
  moment,
  moment + interval '60 seconds'
from free
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
returning token
