-- kit-reused-sequence
-- Parameters: $1 text, $2 bigint[], $3 boolean[]
-- Columns: sequence bigint or null
select min(sequence) as sequence
from unnest($2::bigint[], $3::boolean[]) as acknowledged (sequence, is_duplicate)
where
  not is_duplicate
  or exists (
    select
    from kit.published_event as former
    where former.stream = $1 and former.sequence = acknowledged.sequence
  )
