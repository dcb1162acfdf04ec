-- posting-current
-- Parameters: $1 text, $2 text, $3 date
-- Columns: id uuid, status text, postingHash text, externalReference text or null,
--   eventSequence bigint, currencyCode text
select
  id, status,
  posting_hash as "postingHash",
  external_reference as "externalReference",
  event_sequence as "eventSequence",
  currency_code as "currencyCode"
from posting
where
  source = 'WebFulfillment'
  and status <> 'Superseded'
  and store_id = $1
  and currency_code = $2
  and posting_date = $3
for update
