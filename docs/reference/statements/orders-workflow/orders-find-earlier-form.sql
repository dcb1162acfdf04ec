-- orders-find-earlier-form
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer
select o.id, o.document, o.version_number
from order_term as t join "order" as o on o.id = t.order_id
where t.order_id > $1 and left(t.search_text, 1) <> E'\x02'
order by t.order_id
limit 100
for update of o
