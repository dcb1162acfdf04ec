-- file-hold
-- Parameters: $1 uuid, $2 text
with
  -- the lock of this content
  alone as materialized (select pg_advisory_xact_lock(6204, hashtext ($2)))
insert into file_hold (hold_id, sha256, expires)
select $1, $2, now() + interval '1 hour'
from alone
