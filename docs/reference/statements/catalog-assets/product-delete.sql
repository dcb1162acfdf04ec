-- product-delete
-- Parameters: $1 text, $2 integer, $3 uuid, $4 timestamp with time zone, $5 text, $6 json, $7 json
-- Columns: product_id text
with
  -- the product, which is deleted
  gone as (delete from product where product_id = $1 returning product_id),
  -- its last version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document)
    select $1, $2, $3, $4, $5, $6
    from gone
  ),
  -- the events of the deletion
  events as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($7::json) with ordinality as new (event, position)
    where exists (select from gone)
    order by position
  )
select product_id
from gone
