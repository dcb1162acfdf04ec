-- erasure-empty-responses
-- Parameters: $1 text, $2 text[], $3 text[], $4 timestamp with time zone
-- Columns: emptied integer
update kit.idempotency_key
set status = 404, headers = null, is_interim = false, body = $1
where
  expires >= $4
  and expires < $4 + interval '1 hour'
  and status is not null
  and body <> $1
  and (
    body ilike any ($2)
    or exists (
      select
      from regexp_matches(body, '"(?:id|orderId|objectId)":"([^"]*)"', 'g') as found (words)
      where found.words[1] = any ($3)
    )
  )
returning 1 as emptied
