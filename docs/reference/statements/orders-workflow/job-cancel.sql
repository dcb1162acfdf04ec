-- job-cancel
-- Parameters: $1 uuid
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job, if it is not over
  canceled as (
    update job
    set state = 'Canceled', finished = now()
    where id = $1 and state in ('Queued', 'Running')
    returning
      id, kind, state, note, created, created_by, started, finished, total, succeeded, failed,
      refused
  ),
  -- its items that nobody has begun
  skipped as (
    update job_item as i
    set outcome = 'Canceled', finished = now()
    from canceled
    where i.job_id = canceled.id and i.outcome is null and i.lease_until is null
  )
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from canceled
