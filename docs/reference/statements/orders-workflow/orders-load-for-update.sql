-- orders-load-for-update
-- Parameters: $1 text[]
-- Columns: id text, document json, published_allocations json or null, version_number integer,
--   version_id uuid, event_sequence bigint, is_indexed boolean
select
  o.id, o.document,
  coalesce(o.published_allocations, o.told_payments) as published_allocations,
  o.version_number, o.version_id, o.event_sequence,
  s.order_id is not null as is_indexed
from
  unnest($1::text[]) with ordinality as wanted (id, position)
  join "order" as o on o.id = wanted.id
  left join order_search as s on s.order_id = o.id
where wanted.position between 0 and 9007199254740991
order by o.id
for update of o
