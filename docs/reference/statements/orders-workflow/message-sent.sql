-- message-sent
-- Parameters: $1 uuid[], $2 integer[]
-- Columns: id uuid, attempt integer
update message
set state = 'Sent', sent = now(), next_attempt = null, failure_reason = null
from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
where
  message.id = claim.id
  and message.attempts = claim.attempt
  and state = 'Waiting'
  and claim.attempt between 0 and 9007199254740991
returning message.id, claim.attempt
