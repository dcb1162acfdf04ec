-- order-lock-messages
-- Parameters: $1 text
select
from message
where order_id = $1
for update
