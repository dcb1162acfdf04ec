-- erasure-delete-requests
-- Parameters: $1 text[]
-- Columns: deleted integer
delete from kit.idempotency_key
where status is not null and path ilike any ($1)
returning 1 as deleted
