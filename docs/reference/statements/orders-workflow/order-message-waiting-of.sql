-- order-message-waiting-of
-- Parameters: $1 text, $2 text
-- Columns: id uuid, kind text, template text or null, state text, attempts integer,
--   created timestamp with time zone, sent timestamp with time zone or null,
--   next_attempt timestamp with time zone or null, failure_reason text or null,
--   resend_of uuid or null, resent_by text or null, warning text or null, content json,
--   composition json or null
select
  id, kind, template, state, attempts, created, sent,
  case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
  failure_reason, resend_of, resent_by, warning, content, composition
from message
where order_id = $1 and template = $2 and state = 'Waiting'
limit 1
