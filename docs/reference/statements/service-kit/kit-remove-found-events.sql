-- kit-remove-found-events
-- Parameters: $1 text
delete from kit.dead_letter as letter using kit.event_position as position
where
  letter.consumer = $1
  and letter.type = 'missing'
  and position.consumer = $1
  and position.source = letter.source
  and position.subject = letter.subject
  and letter.sequence < next_sequence
