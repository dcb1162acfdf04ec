-- orders-load-for-update
-- Parameters: $1 text[], $2 uuid[], $3 bigint[]
-- Columns: id text, document json or null, published_allocations json or null,
--   version_number integer, version_id uuid, event_sequence bigint, is_indexed boolean
select
  o.id,
  case
    when o.version_id = wanted.version_id
    and o.event_sequence = wanted.event_sequence then null
    else o.document
  end as document,
  case
    when o.version_id = wanted.version_id
    and o.event_sequence = wanted.event_sequence then null
    else coalesce(o.published_allocations, o.told_payments)
  end as published_allocations,
  o.version_number, o.version_id, o.event_sequence,
  s.order_id is not null as is_indexed
from
  unnest($1::text[], $2::uuid[], $3::bigint[]) with ordinality as wanted (id, version_id, event_sequence, position)
  join "order" as o on o.id = wanted.id
  left join order_search as s on s.order_id = o.id
where wanted.position between 0 and 9007199254740991
order by o.id
for update of o
