-- files-keep
-- Parameters: $1 text[]
-- Columns: sha256 text
select sha256
from stored_file
where sha256 = any ($1)
order by sha256
for key share
