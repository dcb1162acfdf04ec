-- message-files-removed
-- Parameters: $1 bigint[]
delete from message_file_removal
where id = any ($1::bigint[])
