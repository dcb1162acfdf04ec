-- order-changes-of-stores
-- Parameters: $1 bigint, $2 bigint, $3 text[]
-- Columns: last bigint, is_waiting boolean, position bigint or null, order_id text or null,
--   version_id uuid or null, kind text or null, occurred timestamp with time zone or null,
--   store_id text or null, order_type text or null
select f.last, f.is_waiting, p.*
from
  (
    select
      coalesce((select max(position) from order_change), 0) as last,
      exists (select from order_change_pending) as is_waiting
  ) as f
  left join (
    select position, order_id, version_id, kind, occurred, store_id, order_type
    from
      unnest($3::text[]) as store (wanted)
      cross join lateral (
        select position, order_id, version_id, kind, occurred, store_id, order_type
        from order_change
        where store_id = store.wanted and position + 0 > $1
        order by position + 0
        limit $2
      ) as change
    where position > $1
    order by position
    limit $2
  ) as p on true
order by p.position
