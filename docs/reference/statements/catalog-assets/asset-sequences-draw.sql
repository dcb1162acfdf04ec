-- asset-sequences-draw
-- Parameters: $1 text[]
-- Columns: assetId text, sequence integer
insert into asset_sequence as old (asset_id, sequence)
select asset_id, 1
from unnest($1::text[]) as given (asset_id)
order by asset_id collate "C"
on conflict (asset_id) do update
set sequence = old.sequence + 1
returning asset_id as "assetId", sequence
