-- posting-lock
-- Parameters: $1 uuid
-- Columns: id uuid, status text, externalReference text or null, rejectionReason text or null,
--   source text, storeId text, postingDate date, postingHash text
select
  id, status,
  external_reference as "externalReference",
  rejection_reason as "rejectionReason",
  source,
  store_id as "storeId",
  posting_date as "postingDate",
  posting_hash as "postingHash"
from posting
where id = $1
for update
