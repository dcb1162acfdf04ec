-- posting-days-to-build
-- Parameters: $1 date, $2 date, $3 text or null
-- Columns: storeId text, currencyCode text, postingDate date
select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
from payment_transaction
where is_booked and posting_date between $1 and $2 and ($3::text is null or store_id = $3)
union
select store_id, currency_code, posting_date
from posting
where
  source = 'WebFulfillment'
  and status <> 'Superseded'
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
union
select store_id, currency_code, posting_date
from posting_draft
where
  source = 'WebFulfillment'
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
order by 3, 1, 2
