-- erasure-missing
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone[]
-- Columns: kind text or null, subject text or null, erased timestamp with time zone or null
select g.kind, g.subject, g.erased
from unnest($1::text[], $2::text[], $3::timestamptz[]) as g (kind, subject, erased)
where
  not exists (
    select
    from erasure as e
    where (e.kind, e.subject, e.erased) = (g.kind, g.subject, g.erased)
  )
