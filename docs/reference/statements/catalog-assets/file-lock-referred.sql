-- file-lock-referred
-- Parameters: $1 text
select
from stored_file
where sha256 = $1 and exists (select from asset_place where asset_place.sha256 = stored_file.sha256)
for key share
