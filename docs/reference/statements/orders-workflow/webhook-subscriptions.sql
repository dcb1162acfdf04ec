-- webhook-subscriptions
-- Columns: document json, secret text, previous text or null
select document, secret, case when previous_until > now() then previous_secret end as previous
from webhook_subscription
order by id
