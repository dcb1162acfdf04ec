-- credential-replace
-- Parameters: $1 text, $2 text, $3 text, $4 timestamp with time zone, $5 integer
-- Columns: version integer
update credential
set version = version + 1, key_id = $2, sealed = $3, changed = $4
where name = $1 and version = $5
returning version
