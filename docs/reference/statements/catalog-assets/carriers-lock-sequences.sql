-- carriers-lock-sequences
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from asset_sequence
    where asset_id = any ($1)
    order by asset_id collate "C"
    for no key update
  )
select count(*)
from locked
