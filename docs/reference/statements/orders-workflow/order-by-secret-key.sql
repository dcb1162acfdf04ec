-- order-by-secret-key
-- Parameters: $1 bytea
-- Columns: document json
select o.document
from order_search s join "order" o on o.id = s.order_id
where s.secret_key_hash = $1 and not s.is_deleted
order by s.created desc, s.order_id desc
limit 1
