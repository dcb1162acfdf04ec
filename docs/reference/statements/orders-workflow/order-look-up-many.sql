-- order-look-up-many
-- Parameters: $1 text[], $2 text[] or null
-- Columns: id text, document json
select id, document
from "order"
where id = any ($1) and ($2::text[] is null or store_id = any ($2))
