-- customer-export-searches
-- Parameters: $1 text[], $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select s.id::text as id, null::text as order_id, s.document
from saved_search as s
where s.document::text ilike any ($1) and s.id::text > $2
order by 1
limit $3
