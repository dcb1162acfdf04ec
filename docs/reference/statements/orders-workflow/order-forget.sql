-- order-forget
-- Parameters: $1 text
with
  -- the cart that it was made of
  emptied as (delete from cart where id in (select cart_id from cart_order where order_id = $1)),
  -- its messages, also those that wait
  forgotten as (delete from message where order_id = $1 returning id, kind, created, kept_in)
insert into message_file_removal (folder, kind, message_id, message_created)
select folder, kind, id, created
from forgotten cross join lateral unnest(kept_in) as folder
