-- files-mark-released
-- Parameters: $1 text[]
update stored_file
set released = now()
where sha256 = any ($1) and released is null
