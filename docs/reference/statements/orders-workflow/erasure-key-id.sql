-- erasure-key-id
-- Columns: key_id text
select left(encode(sha256(convert_to('id' || secret, 'UTF8')), 'hex'), 16) as key_id
from erasure_key
