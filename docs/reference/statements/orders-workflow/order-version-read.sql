-- order-version-read
-- Parameters: $1 text, $2 uuid
-- Columns: version_id uuid, created timestamp with time zone, created_by text or null,
--   proven_by text or null, document json, store_id text, store_then text
select
  v.version_id, v.created, v.created_by, v.proven_by, v.document, o.store_id,
  v.document ->> 'storeId' as store_then
from order_version_content v join "order" o on o.id = v.order_id
where v.order_id = $1 and v.version_id = $2::uuid
