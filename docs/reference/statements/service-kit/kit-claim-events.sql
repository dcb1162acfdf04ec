-- kit-claim-events
-- Parameters: $1 text, $2 text[], $3 text[], $4 text[], $5 bigint[], $6 bigint[]
-- Columns: claimed boolean, has_successor boolean
with
  -- consecutive events of each subject
  stretch as (
    select *
    from
      unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) as s (source, subject, first, last)
  ),
  -- the events, if none was handled before
  done as (
    insert into kit.inbox (consumer, event_id)
    select $1, event_id
    from unnest($2::text[]) as e (event_id)
    on conflict do nothing
    returning 1
  ),
  -- the positions behind them, where they were in front of them
  moved as (
    insert into
      kit.event_position as position(consumer, source, subject, next_sequence, first_sequence)
    select $1, source, subject, last + 1, first
    from stretch as s
    where
      first = 1
      or (
        select true
        from kit.event_position
        where consumer = $1 and source = s.source and subject = s.subject
      )
    on conflict (consumer, source, subject) do update
    set next_sequence = excluded.next_sequence
    where position.next_sequence = excluded.first_sequence
    returning 1
  )
select
  (select count(*) from done) = cardinality($2::text[])
  and (select count(*) from moved) = cardinality($3::text[]) as claimed,
  exists (
    select
    from stretch as s
    where
      (
        select true
        from kit.parked_event as p
        where
          p.consumer = $1
          and p.source = s.source
          and p.subject = s.subject
          and p.sequence between s.first + 1 and s.last + 1
        limit 1
      )
  ) as has_successor
