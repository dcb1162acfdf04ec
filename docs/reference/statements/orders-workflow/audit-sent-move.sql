-- audit-sent-move
-- Parameters: $1 bigint
update audit_sent
set sequence = $1
