-- erasure-customer-subjects
-- Parameters: $1 text, $2 bigint
-- Columns: name text or null, subject text
select name, erasure_subject ('Customer', name) as subject
from
  (
    select distinct customer_key as name
    from order_customer
    where customer_key > $1
    order by 1
    limit $2
  ) as known
order by name
