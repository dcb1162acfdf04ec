-- order-status-before-deletion
-- Parameters: $1 text
-- Columns: status_before_deletion text or null
select status_before_deletion
from "order"
where id = $1
