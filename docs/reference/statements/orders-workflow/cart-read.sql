-- cart-read
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: document json, versionId uuid, storeId text or null
select document, version_id as "versionId", store_id as "storeId"
from cart
where id = $1 and expires > $2
