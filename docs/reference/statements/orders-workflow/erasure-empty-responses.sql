-- erasure-empty-responses
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone, $4 smallint
-- Columns: emptied integer
update kit.idempotency_key
set status = $4, headers = null, is_interim = false, body = null
where
  expires >= $3
  and expires < $3 + interval '1 hour'
  and status is not null
  and (
    body ilike any ($1)
    or exists (
      select
      from regexp_matches(body, '"(?:id|orderId|objectId)":"([^"]*)"', 'g') as found (words)
      where found.words[1] = any ($2)
    )
  )
returning 1 as emptied
