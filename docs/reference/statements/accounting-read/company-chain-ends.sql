-- company-chain-ends
-- Columns: ends text or null
select json_object_agg(company_code, chain_number)::text as ends
from company_chain
