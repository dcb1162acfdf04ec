-- carried-line-to
-- Parameters: $1 text, $2 text, $3 date
-- Columns: side text, line json, amount numeric, vatAmount numeric or null, fromDay date,
--   zReportNumber bigint or null
select
  c.side, c.line, c.amount,
  c.vat_amount as "vatAmount",
  c.from_date as "fromDay",
  p.z_report_number as "zReportNumber"
from carried_line c join posting p on p.id = c.posting_id
where c.store_id = $1 and c.currency_code = $2 and c.to_date = $3
order by c.id
