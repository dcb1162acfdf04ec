-- credential-insert
-- Parameters: $1 text, $2 text, $3 text, $4 timestamp with time zone
-- Columns: version integer
insert into credential (name, version, key_id, sealed, changed)
values ($1, 1, $2, $3, $4)
on conflict (name) do nothing
returning version
