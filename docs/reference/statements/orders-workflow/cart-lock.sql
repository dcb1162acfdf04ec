-- cart-lock
-- Parameters: $1 text
select
from cart
where id = $1
for update
