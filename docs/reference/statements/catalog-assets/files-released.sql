-- files-released
-- Columns: sha256 text
select sha256
from stored_file
where
  released is not null
  and not exists (
    select
    from file_hold
    where file_hold.sha256 = stored_file.sha256 and expires > now()
  )
order by released
limit 20
for update skip locked
