-- job-count-open
-- Columns: kind text, count integer, oldest_seconds double precision or null
select
  j.kind,
  count(*)::int as count,
  extract(epoch from now() - min(j.created))::float as oldest_seconds
from job_item as i join job as j on j.id = i.job_id
where i.outcome is null
group by j.kind
