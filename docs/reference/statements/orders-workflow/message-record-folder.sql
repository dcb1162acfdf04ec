-- message-record-folder
-- Parameters: $1 uuid[], $2 integer[], $3 uuid
-- Columns: id uuid, attempt integer, is_purged boolean
update message
set
  kept_in = case when $3::uuid = any (kept_in) then kept_in else array_append(kept_in, $3::uuid) end
from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
where
  message.id = claim.id
  and message.attempts = claim.attempt
  and state = 'Waiting'
  and claim.attempt between 0 and 9007199254740991
returning
  message.id, claim.attempt,
  (
    order_id is null
    and not exists (select from saved_report_run as run where run.id = message.id)
  ) as is_purged
