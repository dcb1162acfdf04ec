-- erasure-since
-- Parameters: $1 timestamp with time zone, $2 text, $3 text, $4 bigint
-- Columns: kind text, subject text, erased timestamp with time zone
select kind, subject, erased
from erasure
where (erased, kind, subject) > ($1, $2, $3)
order by erased, kind, subject
limit $4
