-- message-failed
-- Parameters: $1 uuid, $2 integer, $3 text, $4 json or null
-- Columns: id uuid
update message
set
  state = 'Failed',
  next_attempt = 'infinity',
  failure_reason = $3,
  content = coalesce($4::json, content)
where id = $1 and attempts = $2 and state = 'Waiting'
returning id
