-- searchable-fields-forget
-- Parameters: $1 text[]
delete from searchable_field
where key = any ($1)
