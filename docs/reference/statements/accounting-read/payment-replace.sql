-- payment-replace
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: sequence bigint, storeId text, currencyCode text, postingDate date, isBooked boolean
with
  -- the payment as it counts now, locked
  newest as (
    select sequence, store_id, currency_code, posting_date, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ),
  -- the same, unless it is newer than the one that replaces it
  replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from newest
    where
      old.order_id = $1
      and old.payment_id = $2
      and old.sequence = newest.sequence
      and newest.sequence < $3
  )
select
  newest.sequence,
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate",
  is_booked as "isBooked"
from newest
