-- order-lock-hold
-- Parameters: $1 text[], $2 text, $3 double precision
insert into order_lock (order_id, holder, expires)
select id, $2, now() + $3 * interval '1 second'
from unnest($1::text[]) as id
on conflict (order_id) do update
set holder = excluded.holder, expires = excluded.expires
