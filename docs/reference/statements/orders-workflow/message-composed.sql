-- message-composed
-- Parameters: $1 uuid[], $2 text[], $3 text[]
update message
set
  content = composed.content::json,
  warning = composed.warning,
  failure_reason = null,
  composition = null,
  compose_at = null,
  next_attempt = now()
from unnest($1::uuid[], $2::text[], $3::text[]) as composed (id, content, warning)
where message.id = composed.id and compose_at is not null
