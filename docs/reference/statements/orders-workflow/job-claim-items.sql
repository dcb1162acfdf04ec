-- job-claim-items
-- Parameters: $1 text[], $2 bigint
-- Columns: job_id uuid, position integer, key text, order_id text or null, attempt integer,
--   has_begun boolean, kind text, state text, store_ids text[] or null, created_by text,
--   actor text, correlation_id text
with
  -- due items, held by this process
  claimed as (
    update job_item as i
    set attempt = i.attempt + 1, lease_until = now() + interval '15 seconds'
    from
      (
        select i.job_id, i.position
        from job_item as i
        where
          i.outcome is null
          and (i.lease_until is null or i.lease_until < now())
          and (select j.kind = any ($1) from job as j where j.id = i.job_id)
        order by i.position, i.job_id
        limit $2
        for update of i skip locked
      ) as due
    where i.job_id = due.job_id and i.position = due.position
    returning i.job_id, i.position, i.key, i.order_id, i.attempt, i.has_begun
  )
select c.*, j.kind, j.state, j.store_ids, j.created_by, j.actor, j.correlation_id
from claimed as c join job as j on j.id = c.job_id
order by c.position
