-- saved-report-run-remove-old
-- Columns: id uuid
delete from saved_report_run
where
  ctid = any (
    array(
      select ctid
      from saved_report_run
      where state <> 'Waiting' and created < now() - interval '90 days'
      limit 1000
    )
  )
  and state <> 'Waiting'
returning id
