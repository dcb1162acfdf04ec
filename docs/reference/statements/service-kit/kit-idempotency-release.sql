-- kit-idempotency-release
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 uuid[]
-- Columns: token uuid
with
  -- the claims that are given back
  ended as (
    select *
    from
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[]) as ended (client, method, path, key, token)
  ),
  -- claims without a response
  removed as (
    delete from kit.idempotency_key as k using ended as e
    where
      (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token)
      and k.status is null
    returning k.token
  ),
  -- claims with an interim response, which others may take over
  replayable as (
    update kit.idempotency_key as k
    set claimed = '-infinity'
    from ended as e
    where
      (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token)
      and k.is_interim
    returning k.token
  )
select token
from removed
union all
select token
from replayable
