-- company-chain-lock
-- Parameters: $1 text
-- Columns: number bigint, value text
insert into company_chain (company_code, chain_number, chain_value)
values ($1, 0, '')
on conflict (company_code) do update
set chain_number = company_chain.chain_number
returning chain_number as number, chain_value as value
