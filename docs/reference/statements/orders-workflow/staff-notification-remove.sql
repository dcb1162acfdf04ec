-- staff-notification-remove
-- Parameters: $1 timestamp with time zone
-- Columns: id bigint
delete from staff_notification
where
  id in (
    select id
    from staff_notification
    where created < $1
    order by created
    limit 500
    for update skip locked
  )
returning id
