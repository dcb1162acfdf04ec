-- file-find-use
-- Parameters: $1 text
select
from (values (1)) as one
where
  exists (select from stored_file where sha256 = $1)
  or exists (select from file_hold where sha256 = $1)
