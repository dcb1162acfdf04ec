-- erasure-order-subjects
-- Parameters: $1 text, $2 bigint
-- Columns: name text, subject text
select id as name, erasure_subject ('Order', id) as subject
from "order"
where id > $1
order by id
limit $2
