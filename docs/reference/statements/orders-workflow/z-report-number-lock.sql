-- z-report-number-lock
-- Parameters: $1 text
-- Columns: number bigint
insert into z_report_number (store_id, number)
values ($1, 0)
on conflict (store_id) do update
set number = z_report_number.number
returning number
