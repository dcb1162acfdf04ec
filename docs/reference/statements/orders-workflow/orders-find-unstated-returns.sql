-- orders-find-unstated-returns
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer
select o.id, o.document, o.version_number
from "order" as o
where
  o.id in (
    select distinct order_id
    from order_return
    where order_id > $1 and stated_for is distinct from modified
    order by order_id
    limit 100
  )
order by o.id
for update of o
