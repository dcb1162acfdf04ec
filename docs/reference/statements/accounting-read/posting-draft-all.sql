-- posting-draft-all
-- Columns: storeId text, currencyCode text, postingDate date
select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
from posting_draft
where source = 'WebFulfillment'
order by posting_date, store_id, currency_code
