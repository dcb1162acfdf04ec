-- job-finish-item
-- Parameters: $1 uuid, $2 integer, $3 integer, $4 text, $5 text or null
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job, so that its items end one after the other
  locked as (select id from job where id = $1 for update),
  -- the item, if this process holds it
  ended as (
    update job_item
    set
      outcome = $4,
      finished = now(),
      lease_until = null,
      reason = case
        when order_id is null
        or exists (select from "order" as o where o.id = job_item.order_id) then $5
      end
    where
      job_id = $1
      and position = $2
      and attempt = $3
      and outcome is null
      and exists (select from locked)
    returning job_id
  )
update job as j
set
  succeeded = succeeded + ($4 = 'Succeeded')::int,
  failed = failed + ($4 = 'Failed')::int,
  refused = refused + ($4 = 'Refused')::int,
  state = case
    when state = 'Running'
    and succeeded + failed + refused + 1 = total then 'Finished'
    else state
  end,
  finished = case
    when state = 'Running'
    and succeeded + failed + refused + 1 = total then now()
    else finished
  end
from ended
where j.id = ended.job_id
returning
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
