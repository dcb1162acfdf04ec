-- kit-note-published-positions
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone
insert into
  kit.published_position as known (source, subject, stream, type, last_sequence, stream_sequence, stream_created, published)
select distinct
  on (event.source, event.subject) event.source,
  event.subject, stream, type, event.sequence, published_event.sequence, known_stream.created,
  published
from
  kit.published_event
  join kit.known_stream on known_stream.name = stream,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
where published >= $1 and published < $2 and event.sequence is not null
order by event.source, event.subject, event.sequence desc, published desc
on conflict (source, subject) do update
set
  type = excluded.type,
  last_sequence = excluded.last_sequence,
  stream_sequence = excluded.stream_sequence,
  stream_created = excluded.stream_created,
  published = excluded.published
where
  excluded.last_sequence >= known.last_sequence
  and (known.stream_sequence, known.stream_created) is distinct from (excluded.stream_sequence, excluded.stream_created)
