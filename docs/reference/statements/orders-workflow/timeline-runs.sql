-- timeline-runs
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id uuid, status text, state text,
--   shipment_id text or null, return_id text or null, finished timestamp with time zone or null,
--   started_by text or null
select *
from
  (
    select
      started as time,
      ('4' || id::text) collate "C" as key,
      id, status, state, shipment_id, return_id, finished, started_by
    from workflow_run
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4
