-- voucher-heads
-- Parameters: $1 uuid[]
-- Columns: id uuid, chainNumber bigint, createdAt timestamp with time zone
select id, chain_number as "chainNumber", created_at as "createdAt"
from posting
where id = any ($1)
