-- simulation-versions
-- Parameters: $1 text
-- Columns: version_number integer, operation text, created timestamp with time zone, document json
select version_number, operation, created, document
from order_version_content
where order_id = $1
order by version_number desc
limit 250
