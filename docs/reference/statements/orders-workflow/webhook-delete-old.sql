-- webhook-delete-old
-- Columns: id bigint
delete from webhook_delivery
where
  id = any (
    array(
      select id
      from webhook_delivery
      where created < now() - interval '90 days' and state <> 'Waiting'
      limit 5000
    )
  )
  and state <> 'Waiting'
returning id
