-- message-composed
-- Parameters: $1 uuid[], $2 text[], $3 text[], $4 boolean[]
update message
set
  content = composed.content::json,
  warning = composed.warning,
  failure_reason = null,
  composition = null,
  compose_at = null,
  attempts = attempts + case when composed.is_claimed then 1 else 0 end,
  next_attempt = now() + case
    when composed.is_claimed then interval '180 seconds'
    else interval '0'
  end
from
  unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) as composed (id, content, warning, is_claimed)
where message.id = composed.id and compose_at is not null
