-- database-is-untouched
-- Columns: isUntouched boolean
select
  not exists (select from payment_transaction)
  and not exists (select from posting)
  and not exists (select from kit.event_position) as "isUntouched"
