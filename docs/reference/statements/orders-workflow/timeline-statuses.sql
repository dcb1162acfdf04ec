-- timeline-statuses
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, version_id uuid, operation text,
--   created_by text or null, proven_by text or null, status text, previous_status text or null
select
  time, key, version_id, operation, created_by, proven_by,
  document ->> 'status' as status,
  (
    select before.document ->> 'status'
    from order_version_content as before
    where before.order_id = $1 and before.version_number = page.version_number - 1
  ) as previous_status
from
  (
    select *
    from
      (
        select
          created as time,
          ('1' || lpad(version_number::text, 10, '0')) collate "C" as key,
          version_id, version_number, operation, created_by, proven_by, document
        from order_version_content
        where (version_number = 1 or 'status' = any (changed_fields)) and order_id = $1
      ) as entry
    where (time, key) > ($2::timestamptz, $3::text collate "C")
    order by time, key
    limit $4
  ) as page
order by time, key
