-- carried-line-insert
-- Parameters: $1 uuid, $2 text, $3 text, $4 date, $5 date, $6 timestamp with time zone, $7 json
insert into
  carried_line (posting_id, store_id, currency_code, from_date, to_date, created_at, side, line, amount, vat_amount)
select $1, $2, $3, $4, $5, $6, c.side, c.line, c.amount, c.vat_amount
from json_to_recordset($7::json) as c (side text, line json, amount numeric, vat_amount numeric)
