-- kit-idempotency-store
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 uuid, $6 smallint, $7 json, $8 text or null,
--   $9 boolean
-- Columns: stored integer
update kit.idempotency_key
set
  status = $6,
  headers = $7,
  body = $8,
  is_interim = $9,
  expires = clock_timestamp() + interval '48 hours'
where
  client = $1
  and method = $2
  and path = $3
  and key = $4
  and token = $5
  and (status is null or is_interim)
returning 1 as stored
