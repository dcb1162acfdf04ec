-- runs-wake-held
-- Parameters: $1 text[]
update workflow_run
set
  state = 'Running',
  lease_until = least(started, now()),
  fencing_token = (fencing_token / 1000 + 1) * 1000 + 1
where order_id = any ($1) and state = 'Held'
