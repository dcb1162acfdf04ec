-- simulation-messages
-- Parameters: $1 text
-- Columns: kind text, connector text, content json
select kind, connector, content
from message
where order_id = $1
order by created, id
