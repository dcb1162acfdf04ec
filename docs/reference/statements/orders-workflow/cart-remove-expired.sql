-- cart-remove-expired
-- Parameters: $1 timestamp with time zone
-- Columns: id text
delete from cart
where
  id in (select id from cart where expires <= $1 order by expires limit 500 for update skip locked)
returning id
