-- searchable-fields-note
-- Parameters: $1 json
insert into searchable_field (key, type)
select f.key, f.type
from json_to_recordset($1::json) as f (key text, type text)
on conflict (key) do update
set type = excluded.type
