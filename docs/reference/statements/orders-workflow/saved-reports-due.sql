-- saved-reports-due
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid, document json, next_due timestamp with time zone or null
select id, document, next_due
from saved_report
where next_due <= $1
order by next_due
limit 20
for update skip locked
