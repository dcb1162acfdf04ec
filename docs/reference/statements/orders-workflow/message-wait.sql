-- message-wait
-- Parameters: $1 uuid, $2 integer, $3 text, $4 json or null, $5 double precision
-- Columns: state text
update message
set
  failure_reason = $3,
  content = coalesce($4::json, content),
  state = case when created <= now() - interval '24 hours' then 'Failed' else 'Waiting' end,
  next_attempt = case
    when created <= now() - interval '24 hours' then 'infinity'
    else now() + $5 * interval '1 millisecond'
  end
where id = $1 and attempts = $2 and state = 'Waiting'
returning state
