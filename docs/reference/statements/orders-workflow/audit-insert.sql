-- audit-insert
-- Parameters: $1 json
insert into
  audit_record (
    sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service,
    operation, order_id, customer_key, trace_id, details, hash
  )
select
  sequence, id, time, act, outcome,
  "actorKind",
  actor,
  "clientId",
  session, address, service, operation,
  "orderId",
  "customerKey",
  "traceId",
  details, hash
from
  json_to_recordset($1) as new (
    sequence bigint, id uuid, time timestamptz, act text, outcome text,
    "actorKind" text,
    actor text,
    "clientId" text,
    session text, address text, service text, operation text,
    "orderId" text,
    "customerKey" text,
    "traceId" text,
    details text, hash text
  )
