-- erasure-insert
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone[]
insert into erasure (kind, subject, erased)
select *
from unnest($1::text[], $2::text[], $3::timestamptz[])
on conflict do nothing
