-- message-forget
-- Columns: id uuid
with
  -- ended messages of purged orders
  forgotten as (
    delete from message
    where
      ctid = any (
        array(
          select ctid
          from message
          where
            (
              order_id is null
              and not exists (select from saved_report_run as run where run.id = message.id)
            )
            and state <> 'Waiting'
          limit 5000
        )
      )
      and order_id is null
      and state <> 'Waiting'
    returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (
    insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created
    from forgotten cross join lateral unnest(kept_in) as folder
  )
select id
from forgotten
