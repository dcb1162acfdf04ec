-- orders-publish
-- Parameters: $1 json, $2 json, $3 json
-- Columns: id text
with
  -- the orders that are still at the event before
  saved as (
    update "order" as o
    set event_sequence = w.event_sequence
    from
      json_to_recordset($1::json) as w (order_id text, sequence_before bigint, event_sequence bigint)
    where
      o.id = w.order_id
      and o.event_sequence = w.sequence_before
      and w.sequence_before between 0 and 9007199254740991
    returning o.id
  ),
  -- the events
  published as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($2::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
  ),
  -- the runs that begin
  begun as (
    insert into
      workflow_run (
        id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan,
        lease_until, fencing_token, transition_count, next
      )
    select
      r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished,
      r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '15 seconds' end,
      r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $3::json -> 'runs') as r
    where exists (select from saved)
    returning id
  ),
  -- their attempts that are finished already
  attempted as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $3::json -> 'attempts') as entry
    where entry.run_id in (select id from begun)
  )
select id
from saved
