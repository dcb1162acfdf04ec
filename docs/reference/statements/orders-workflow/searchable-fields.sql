-- searchable-fields
-- Columns: key text, type text
select key, type
from searchable_field
