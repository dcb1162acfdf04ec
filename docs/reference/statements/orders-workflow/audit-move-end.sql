-- audit-move-end
-- Parameters: $1 bigint, $2 text
update audit_end
set sequence = $1, hash = $2
