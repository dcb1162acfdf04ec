-- credential-find
-- Parameters: $1 text
-- Columns: name text, version integer, key_id text, sealed text
select name, version, key_id, sealed
from credential
where name = $1
