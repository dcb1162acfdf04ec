-- erasure-has-run
-- Parameters: $1 text
-- Columns: has_run boolean
select
  exists (
    select
    from workflow_run
    where order_id = $1 and state in ('Running', 'Waiting', 'Held')
  ) as has_run
