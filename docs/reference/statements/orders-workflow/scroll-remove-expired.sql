-- scroll-remove-expired
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from scroll
where
  id in (select id from scroll where expires <= $1 order by expires limit 20 for update skip locked)
returning id
