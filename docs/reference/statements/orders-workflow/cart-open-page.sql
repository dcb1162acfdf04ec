-- cart-open-page
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 timestamp with time zone,
--   $5 text[] or null, $6 bigint
-- Columns: id text, store_id text or null, modified text, market_id text or null,
--   customer_name text or null, currency text or null, modified_by text or null, total numeric,
--   line_count integer
select
  c.id, c.store_id,
  c.document ->> 'modified' as modified,
  c.document ->> 'marketId' as market_id,
  c.document ->> 'customerName' as customer_name,
  c.document ->> 'billingCurrency' as currency,
  c.document ->> 'modifiedBy' as modified_by,
  (c.document ->> 'total')::numeric as total,
  json_array_length(c.document -> 'orderForm' -> 'lineItems') as line_count
from cart as c
where
  c.sales_channel = $1
  and (c.modified, c.id) < ($2, $3)
  and c.expires > $4
  and ($5::text[] is null or c.store_id = any ($5))
  and not exists (select from cart_order as o where o.cart_id = c.id)
order by c.modified desc, c.id desc
limit $6
