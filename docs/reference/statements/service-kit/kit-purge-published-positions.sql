-- kit-purge-published-positions
-- Parameters: $1 timestamp with time zone or null, $2 double precision, $3 bigint
-- Columns: deleted integer
delete from kit.published_position
where
  ctid = any (
    array(
      select ctid
      from kit.published_position
      where published < coalesce($1::timestamptz, clock_timestamp()) - $2 * interval '1 day'
      limit $3
    )
  )
returning 1 as deleted
