-- job-remove-ended
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from job
where
  id in (select id from job where finished < $1 order by finished limit 5 for update skip locked)
returning id
