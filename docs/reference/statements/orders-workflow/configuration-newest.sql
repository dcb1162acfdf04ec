-- configuration-newest
-- Columns: name text, version integer, sequence integer, content text or null,
--   changed timestamp with time zone, changed_by text, note text or null
select distinct on (name) name, version, sequence, content, changed, changed_by, note
from configuration_version
order by name, version desc
