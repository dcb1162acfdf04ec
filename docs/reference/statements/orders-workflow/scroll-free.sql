-- scroll-free
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone
-- Columns: id uuid
delete from scroll
where id = $1 and client_id = $2 and expires > $3
returning id
