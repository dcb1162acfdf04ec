-- order-facts
-- Parameters: $1 text
-- Columns: orderType text or null, status text or null, storeId text or null, marketId text or null
select
  document ->> 'orderType' as "orderType",
  document ->> 'status' as status,
  document ->> 'storeId' as "storeId",
  document ->> 'marketId' as "marketId"
from "order"
where id = $1
