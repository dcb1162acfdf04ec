-- posting-draft-count
-- Columns: source text, reason text, count bigint
select source, reason, count(*) as count
from
  (
    select source, regexp_replace(reasons[1], '[0-9a-f]{8}-[0-9a-f-]{27}', '…') as reason
    from
      (
        select source, reasons
        from posting_draft
        union all
        select 'PosZReport', reasons
        from z_report_draft
      ) as each
  ) as draft
where reason is not null
group by source, reason
order by count desc, source, reason
limit 100
