-- webhook-mark
-- Parameters: $1 bigint, $2 integer or null, $3 text or null
-- Columns: state text, give_up timestamp with time zone
update webhook_delivery
set
  attempts = attempts + 1,
  last_attempt = clock_timestamp(),
  last_status = $2,
  failure_reason = $3,
  state = case
    when $3::text is null then 'Delivered'
    when give_up > now() then 'Waiting'
    else 'GivenUp'
  end
where id = $1 and state = 'Waiting'
returning state, give_up
