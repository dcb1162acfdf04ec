-- timeline-versions
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, version_id uuid, operation text,
--   created_by text or null, proven_by text or null, changed_fields text[]
select *
from
  (
    select
      created as time,
      ('0' || lpad(version_number::text, 10, '0')) collate "C" as key,
      version_id, operation, changed_fields, created_by, proven_by
    from order_version
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4
