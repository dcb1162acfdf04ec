-- audit-read
-- Parameters: $1 bigint, $2 bigint
-- Columns: sequence bigint, id uuid, time timestamp with time zone, act text, outcome text,
--   actor_kind text or null, actor text or null, client_id text or null, session text or null,
--   address text or null, service text, operation text or null, order_id text or null,
--   customer_key text or null, trace_id text or null, details text, hash text
select
  sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service,
  operation, order_id, customer_key, trace_id, details, hash
from audit_record
where sequence > $1
order by sequence
limit $2
