-- message-delete-old
-- Columns: id uuid
delete from message
where
  ctid = any (
    array(
      select ctid
      from message
      where state <> 'Waiting' and created < now() - interval '90 days'
      limit 5000
    )
  )
  and state <> 'Waiting'
returning id
