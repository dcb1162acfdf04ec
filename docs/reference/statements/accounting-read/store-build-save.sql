-- store-build-save
-- Parameters: $1 text[], $2 date[], $3 timestamp with time zone
insert into store_build (store_id, succeeded_at, due_day)
select store_id, $3, due_day
from unnest($1::text[], $2::date[]) as built (store_id, due_day)
on conflict (store_id) do update
set succeeded_at = excluded.succeeded_at, due_day = excluded.due_day
