-- message-lock-due
-- Columns: id uuid, order_id text or null, kind text, connector text, template text or null,
--   content json, composition json or null, attempts integer, created timestamp with time zone
select id, order_id, kind, connector, template, content, composition, attempts, created
from message
where compose_at <= now() + interval '1 millisecond'
order by compose_at
limit 16
for update skip locked
