-- kit-find-waiting-events
-- Parameters: $1 text[], $2 text[], $3 bigint[], $4 bigint[]
-- Columns: source text or null, subject text or null, sequence bigint or null
select event.source, event.subject, event.sequence
from
  kit.outbox,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
  join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last) on event.source = wanted.source
  and event.subject = wanted.subject
  and event.sequence between wanted.first and wanted.last
