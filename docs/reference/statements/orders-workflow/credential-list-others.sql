-- credential-list-others
-- Parameters: $1 text, $2 text
-- Columns: name text, version integer, key_id text, sealed text
select name, version, key_id, sealed
from credential
where key_id <> $1 and name > $2
order by name
limit 100
