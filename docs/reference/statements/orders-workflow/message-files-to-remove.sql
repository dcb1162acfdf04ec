-- message-files-to-remove
-- Parameters: $1 uuid
-- Columns: id bigint, message_id uuid, kind text, message_created timestamp with time zone
select id, message_id, kind, message_created
from message_file_removal
where folder = $1
order by id
limit 500
