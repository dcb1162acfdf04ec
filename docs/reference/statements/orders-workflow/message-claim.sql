-- message-claim
-- Parameters: $1 bigint, $2 bigint
-- Columns: id uuid, order_id text or null, kind text, connector text, content json,
--   attempts integer, created timestamp with time zone
update message
set attempts = attempts + 1, next_attempt = now() + interval '180 seconds'
where
  ctid = any (
    array(
      select ctid
      from message
      where kind = 'email' and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt
      limit $1
      for update skip locked
    ) || array(
      select ctid
      from message
      where kind = 'sms' and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt
      limit $2
      for update skip locked
    )
  )
returning id, order_id, kind, connector, content, attempts, created
