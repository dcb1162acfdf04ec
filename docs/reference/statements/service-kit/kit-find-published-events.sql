-- kit-find-published-events
-- Parameters: $1 text[], $2 text[], $3 bigint[], $4 bigint[], $5 text, $6 bigint
-- Columns: source text or null, subject text or null, sequence bigint or null,
--   stream_sequence bigint, is_recent boolean
select
  event.source, event.subject, event.sequence,
  kept.sequence as stream_sequence,
  kept.published > clock_timestamp() - interval '10 s' as is_recent
from
  (
    select *
    from kit.published_event
    where stream = $5 and sequence between $6::bigint - 9999 and $6
  ) as kept,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
  join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last) on event.source = wanted.source
  and event.subject = wanted.subject
  and event.sequence between wanted.first and wanted.last
