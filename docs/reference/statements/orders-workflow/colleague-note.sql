-- colleague-note
-- Parameters: $1 text, $2 text, $3 text, $4 text[], $5 timestamp with time zone, $6 text[]
insert into colleague (person, user_name, display_name, store_ids, seen, look_keys)
values ($1, $2, $3, $4, $5, $6)
on conflict (person) do update
set user_name = $2, display_name = $3, store_ids = $4, seen = $5, look_keys = $6
where
  colleague.seen < $5 - interval '1 day'
  or (colleague.display_name, colleague.store_ids, colleague.look_keys) is distinct from ($3, $4, $6)
