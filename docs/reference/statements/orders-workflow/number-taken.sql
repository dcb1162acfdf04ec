-- number-taken
-- Parameters: $1 text, $2 text
-- Columns: taken boolean
select
  exists (select from "order" where id = $1)
  or exists (select from order_search where order_number = $2) as taken
