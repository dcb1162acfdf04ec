-- orders-find-underived
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer, is_indexed boolean
select o.id, o.document, o.version_number, s.order_id is not null as is_indexed
from "order" as o left join order_search as s on s.order_id = o.id
where o.id > $1 and s.fulfilment_status is null
order by o.id
limit 100
for update of o
