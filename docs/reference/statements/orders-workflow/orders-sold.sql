-- orders-sold
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone,
--   $3 timestamp with time zone, $4 text, $5 boolean, $6 text[]
-- Columns: order_id text, created text, document json
select s.order_id, s.created::text as created, o.document
from order_search as s join "order" as o on o.id = s.order_id
where
  s.created >= $1::timestamptz
  and s.created < $2::timestamptz
  and (s.created, s.order_id) > ($3::timestamptz, $4)
  and not s.is_deleted
  and s.fulfilment_status is distinct from 'Cancelled'
  and ($5 or s.store_id = any ($6))
order by s.created, s.order_id
limit 500
