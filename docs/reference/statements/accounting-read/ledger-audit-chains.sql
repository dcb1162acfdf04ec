-- ledger-audit-chains
-- Columns: companyCode text, number bigint, value text
select
  company_code as "companyCode",
  coalesce(chain_number, 0) as number,
  coalesce(chain_value, '') as value
from
  (select distinct coalesce(accounting_company_code, '') as company_code from posting) p
  full join company_chain using (company_code)
order by company_code
