-- orders-find-with-properties
-- Parameters: $1 text, $2 text[]
-- Columns: id text, document json or null, version_number integer
select
  o.id,
  case when o.document::text like any ($2::text[]) then o.document end as document,
  o.version_number
from "order" as o
where o.id > $1
order by o.id
limit 100
for update of o
