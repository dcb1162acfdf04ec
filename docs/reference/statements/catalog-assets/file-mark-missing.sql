-- file-mark-missing
-- Parameters: $1 text
update stored_file
set missing_since = coalesce(missing_since, now())
where sha256 = $1
