-- webhook-hold
-- Parameters: $1 text, $2 text, $3 integer
-- Columns: claim integer
select claim
from webhook_lane
where subscription_id = $1 and subject = $2 and claim = $3 and is_held
for update
