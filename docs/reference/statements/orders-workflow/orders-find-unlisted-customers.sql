-- orders-find-unlisted-customers
-- Parameters: $1 text
-- Columns: id text, document json, store_id text, is_deleted boolean
select o.id, o.document, o.store_id, o.is_deleted
from "order" as o left join order_customer as c on c.order_id = o.id
where o.id > $1 and c.order_id is null
order by o.id
limit 100
for update of o
