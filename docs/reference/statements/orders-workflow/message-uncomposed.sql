-- message-uncomposed
-- Parameters: $1 uuid[], $2 text[], $3 boolean[], $4 double precision[]
-- Columns: id uuid, state text
update message
set
  attempts = attempts + 1,
  failure_reason = failed.reason,
  state = case
    when (failed.is_final or created <= now() - interval '24 hours') then 'Failed'
    else 'Waiting'
  end,
  next_attempt = case
    when (failed.is_final or created <= now() - interval '24 hours') then 'infinity'::timestamptz
  end,
  compose_at = case
    when (failed.is_final or created <= now() - interval '24 hours') then null
    else now() + failed.pause * interval '1 millisecond'
  end
from
  unnest($1::uuid[], $2::text[], $3::boolean[], $4::double precision[]) as failed (id, reason, is_final, pause)
where message.id = failed.id and compose_at is not null
returning message.id, state
