-- posting-current-z-report
-- Parameters: $1 text
-- Columns: id uuid, status text, postingHash text, externalReference text or null,
--   eventSequence bigint, currencyCode text
select
  id, status,
  posting_hash as "postingHash",
  external_reference as "externalReference",
  event_sequence as "eventSequence",
  currency_code as "currencyCode"
from posting
where source = 'PosZReport' and status <> 'Superseded' and z_report_id = $1
for update
