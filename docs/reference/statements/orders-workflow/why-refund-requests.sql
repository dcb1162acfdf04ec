-- why-refund-requests
-- Parameters: $1 text
-- Columns: amount numeric, requested_by text, requested timestamp with time zone
select amount, requested_by, requested
from refund_request
where order_id = $1 and state = 'Pending'
order by requested, id
limit 250
