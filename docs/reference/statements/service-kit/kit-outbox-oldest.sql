-- kit-outbox-oldest
-- Columns: age double precision
select extract(epoch from clock_timestamp() - created)::float8 as age
from kit.outbox
order by id
limit 1
