-- run-remove-ended
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from workflow_run
where
  id in (
    select id
    from workflow_run
    where finished < $1 and state in ('Finished', 'Aborted')
    order by finished
    limit 500
    for update skip locked
  )
returning id
