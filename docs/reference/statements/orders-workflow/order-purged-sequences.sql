-- order-purged-sequences
-- Parameters: $1 text[]
-- Columns: order_id text, event_sequence bigint
select order_id, event_sequence
from purged_order
where order_id = any ($1)
