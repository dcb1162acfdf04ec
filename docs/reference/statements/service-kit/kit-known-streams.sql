-- kit-known-streams
-- Columns: name text, created text, last_sequence bigint
select
  name, created,
  coalesce((select max(sequence) from kit.published_event where stream = name), 0) as last_sequence
from kit.known_stream
