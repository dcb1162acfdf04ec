-- order-read-sparse
-- Parameters: $1 text
-- Columns: store_id text, version_id uuid, document json
select store_id, version_id, document
from "order"
where id = $1
