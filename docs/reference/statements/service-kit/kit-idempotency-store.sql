-- kit-idempotency-store
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 uuid[], $6 smallint[], $7 text[],
--   $8 text[], $9 boolean[]
-- Columns: token uuid
update kit.idempotency_key as k
set
  status = r.status,
  headers = r.headers::json,
  body = r.body,
  is_interim = r.is_interim,
  expires = clock_timestamp() + interval '48 hours'
from
  unnest(
    $1::text[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::uuid[],
    $6::smallint[],
    $7::text[],
    $8::text[],
    $9::boolean[]
  ) as r (client, method, path, key, token, status, headers, body, is_interim)
where
  (k.client, k.method, k.path, k.key, k.token) = (r.client, r.method, r.path, r.key, r.token)
  and (k.status is null or k.is_interim)
returning k.token
