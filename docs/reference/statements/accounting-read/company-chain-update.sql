-- company-chain-update
-- Parameters: $1 text, $2 bigint, $3 text
update company_chain
set chain_number = $2, chain_value = $3
where company_code = $1
