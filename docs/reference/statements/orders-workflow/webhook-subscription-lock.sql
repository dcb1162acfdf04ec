-- webhook-subscription-lock
-- Parameters: $1 uuid
-- Columns: document json, secret text, previous text or null
select document, secret, case when previous_until > now() then previous_secret end as previous
from webhook_subscription
where id = $1
for update
