-- files-release
-- Parameters: $1 text[]
with
  -- the rows, locked in their order
  given as materialized (
    select sha256
    from stored_file
    where sha256 = any ($1)
    order by sha256
    for no key update
  )
update stored_file
set released = now()
where sha256 in (select sha256 from given)
