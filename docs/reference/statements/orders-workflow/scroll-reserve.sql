-- scroll-reserve
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone, $4 timestamp with time zone,
--   $5 bigint or null
-- Columns: is_reserved boolean, first timestamp with time zone or null
with
  -- the scrolls that the client has open
  of_client as (select expires from scroll where client_id = $2 and expires > $4),
  -- a further one, if it may have it
  reserved as (
    insert into scroll (id, client_id, total_hits, batch_count, expires)
    select $1, $2, 0, 0, $3
    where $5::bigint is null or (select count(*) from of_client) < $5
    returning id
  )
select exists (select from reserved) as is_reserved, (select min(expires) from of_client) as first
