-- job-insert
-- Parameters: $1 uuid, $2 text, $3 text or null, $4 text[] or null, $5 text, $6 text, $7 text,
--   $8 json
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job; without items it is finished
  made as (
    insert into
      job (id, kind, state, note, store_ids, created, created_by, actor, correlation_id, finished, total)
    select
      $1,
      $2,
      case when n = 0 then 'Finished' else 'Queued' end,
      $3,
      $4,
      now(),
      $5,
      $6,
      $7,
      case when n = 0 then now() end,
      n
    from json_array_length($8) as n
    returning
      id, kind, state, note, created, created_by, started, finished, total, succeeded, failed,
      refused
  ),
  -- its items in their order
  items as (
    insert into job_item (job_id, position, key, order_id)
    select made.id, i.position, i.item ->> 'key', i.item ->> 'orderId'
    from made, json_array_elements($8) with ordinality as i (item, position)
  )
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from made
