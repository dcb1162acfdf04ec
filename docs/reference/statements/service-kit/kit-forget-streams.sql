-- kit-forget-streams
delete from kit.known_stream
