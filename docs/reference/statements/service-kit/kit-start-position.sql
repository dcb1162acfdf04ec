-- kit-start-position
-- Parameters: $1 text, $2 text, $3 text, $4 bigint or null
insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
values ($1, $2, $3, $4, $4)
on conflict do nothing
