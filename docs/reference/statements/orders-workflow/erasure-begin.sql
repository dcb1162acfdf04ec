-- erasure-begin
-- Parameters: $1 text, $2 timestamp with time zone, $3 timestamp with time zone or null, $4 text[],
--   $5 json
-- Columns: begun timestamp with time zone, newest_order timestamp with time zone or null,
--   order_ids text[], identity json, notes integer
insert into customer_erasure as e (customer_key, begun, newest_order, order_ids, identity, notes)
select $1, $2, $3, $4, $5, count(*)::integer
from customer_note
where customer_key = $1
on conflict (customer_key) do update
set
  newest_order = greatest(e.newest_order, excluded.newest_order),
  order_ids = array(select distinct unnest(e.order_ids || excluded.order_ids)),
  identity = excluded.identity,
  notes = greatest(e.notes, excluded.notes)
returning begun, newest_order, order_ids, identity, notes
