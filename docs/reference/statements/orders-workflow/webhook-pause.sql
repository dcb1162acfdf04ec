-- webhook-pause
-- Parameters: $1 text, $2 text, $3 double precision, $4 timestamp with time zone
update webhook_lane
set
  is_held = false,
  next_attempt = greatest(now() + interval '1 second', least(now() + $3 * interval '1 millisecond', $4::timestamptz))
where subscription_id = $1 and subject = $2
