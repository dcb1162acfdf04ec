-- job-begin
-- Parameters: $1 uuid[]
-- Columns: id uuid, kind text, total integer
update job
set state = 'Running', started = now()
where id = any ($1::uuid[]) and state = 'Queued'
returning id, kind, total
