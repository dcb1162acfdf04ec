-- message-lock-due-of-order
-- Parameters: $1 text
-- Columns: id uuid, order_id text or null, kind text, connector text, template text or null,
--   content json, composition json or null, attempts integer, created timestamp with time zone
select id, order_id, kind, connector, template, content, composition, attempts, created
from message
where order_id = $1 and compose_at <= now() + interval '1 millisecond'
order by created, id
limit 16
for update
