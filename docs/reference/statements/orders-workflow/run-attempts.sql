-- run-attempts
-- Parameters: $1 uuid[]
-- Columns: run_id uuid, step_id text, attempt integer, action_type text,
--   action_status text or null, error_reason text or null, message text or null,
--   reason_class text or null, input json or null, started timestamp with time zone,
--   finished timestamp with time zone or null, is_retried boolean
select
  run_id, step_id, attempt, action_type, action_status, error_reason, message, reason_class, input,
  started, finished, is_retried
from workflow_step_attempt
where run_id = any ($1::uuid[])
order by started, attempt
