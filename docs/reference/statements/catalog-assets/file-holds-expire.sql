-- file-holds-expire
-- Parameters: $1 text
delete from file_hold
where sha256 = $1 and expires <= now()
