-- why-booked
-- Parameters: $1 text, $2 date
-- Columns: currencyCode text, count bigint, lastRecorded timestamp with time zone
select currency_code as "currencyCode", count(*) as count, max(recorded_at) as "lastRecorded"
from payment_transaction
where is_booked and posting_date = $2 and store_id = $1
group by currency_code
order by currency_code
