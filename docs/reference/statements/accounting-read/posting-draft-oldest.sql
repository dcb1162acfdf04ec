-- posting-draft-oldest
-- Columns: web date or null, till date or null
select
  (select min(posting_date) from posting_draft where reasons[1] is not null) as web,
  (
    select min(posting_date)
    from z_report join z_report_draft using (z_report_id)
    where reasons[1] is not null
  ) as till
