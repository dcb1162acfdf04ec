-- scroll-extend
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone, $4 timestamp with time zone
-- Columns: total_hits integer, batch_count integer
update scroll
set expires = greatest(expires, $4)
where id = $1 and client_id = $2 and expires > $3
returning total_hits, batch_count
