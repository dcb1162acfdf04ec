-- webhook-count
-- Columns: subscription_id text, state text, count bigint, age double precision
select
  subscription_id, state,
  count(*) as count,
  coalesce(extract(epoch from now() - min(created)), 0)::float8 as age
from webhook_delivery
where state = 'Waiting'
group by 1, 2
union all
select subscription_id, 'GivenUp', count(*), 0
from webhook_delivery
where state = 'GivenUp'
group by 1
