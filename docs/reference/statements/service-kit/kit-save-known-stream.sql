-- kit-save-known-stream
-- Parameters: $1 text, $2 text
insert into kit.known_stream (name, created)
values ($1, $2)
on conflict (name) do update
set created = excluded.created
