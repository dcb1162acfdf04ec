-- configuration-erase-hashes
-- Columns: erased bigint or null
select erase_former_hashes () as erased
