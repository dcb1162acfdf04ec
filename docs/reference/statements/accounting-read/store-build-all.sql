-- store-build-all
-- Columns: storeId text, succeededAt timestamp with time zone, dueDay date
select store_id as "storeId", succeeded_at as "succeededAt", due_day as "dueDay"
from store_build
