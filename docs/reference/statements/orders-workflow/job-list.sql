-- job-list
-- Parameters: $1 text[] or null, $2 text or null, $3 text or null, $4 uuid or null, $5 bigint
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from job
where
  ($1::text[] is null or store_ids <@ $1::text[])
  and ($2::text is null or kind = $2)
  and ($3::text is null or state = $3)
  and ($4::uuid is null or id < $4)
order by id desc
limit $5
