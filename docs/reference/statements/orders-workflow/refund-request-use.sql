-- refund-request-use
-- Parameters: $1 text, $2 text, $3 text, $4 numeric, $5 timestamp with time zone
-- Columns: id text, decided_by text or null
update refund_request
set state = 'Used', used = $5
where
  id = (
    select id
    from refund_request
    where
      order_id = $1
      and requester = $2
      and currency = $3
      and amount >= $4::numeric
      and state = 'Approved'
      and decided > $5::timestamptz - interval '24 hours'
    order by amount, requested
    limit 1
    for update
  )
  and state = 'Approved'
returning id, decided_by
