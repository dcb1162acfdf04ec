-- run-renew-leases
-- Parameters: $1 uuid[], $2 integer[]
-- Columns: id uuid
update workflow_run as r
set lease_until = now() + interval '15 seconds'
from unnest($1::uuid[], $2::integer[]) as h (id, fencing_token)
where
  r.id = h.id
  and r.fencing_token = h.fencing_token
  and r.state = 'Running'
  and h.fencing_token between 0 and 9007199254740991
returning r.id
