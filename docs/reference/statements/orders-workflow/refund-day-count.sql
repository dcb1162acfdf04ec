-- refund-day-count
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 numeric, $5 numeric
-- Columns: subject text
with
  -- the day of the refund
  today as (select ($2::timestamptz at time zone 'UTC')::date as day),
  -- the days before, which no limit asks for any more
  former as (delete from refund_day where subject = $1 and day < (select day from today))
insert into refund_day as d (subject, day, currency, amount)
select $1, day, $3, $4::numeric
from today
where $4::numeric <= $5::numeric
on conflict (subject, day, currency) do update
set amount = d.amount + $4::numeric
where d.amount + $4::numeric <= $5::numeric
returning d.subject
