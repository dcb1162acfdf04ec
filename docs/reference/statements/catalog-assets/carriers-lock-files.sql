-- carriers-lock-files
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from stored_file
    where sha256 in (select sha256 from asset_place where asset_id = any ($1))
    order by sha256
    for no key update
  )
select count(*)
from locked
