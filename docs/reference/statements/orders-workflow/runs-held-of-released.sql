-- runs-held-of-released
-- Parameters: $1 text, $2 bigint
-- Columns: order_id text
select distinct order_id
from workflow_run as r
where
  state = 'Held'
  and order_id > $1
  and not exists (
    select
    from order_search as s
    where s.order_id = r.order_id and s.held_since is not null
  )
order by order_id
limit $2
