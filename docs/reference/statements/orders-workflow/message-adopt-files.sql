-- message-adopt-files
-- Parameters: $1 uuid, $2 uuid[]
update message
set kept_in = array_append(kept_in, $1::uuid)
where id = any ($2::uuid[]) and not $1::uuid = any (kept_in)
