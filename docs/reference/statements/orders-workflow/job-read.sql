-- job-read
-- Parameters: $1 uuid, $2 text[] or null
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from job
where id = $1 and ($2::text[] is null or store_ids <@ $2::text[])
