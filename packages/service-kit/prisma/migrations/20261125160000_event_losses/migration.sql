-- What was published of each aggregate, for longer than the events themselves are kept: filled from published_event now and then, not with
-- each event.
create table published_position (
  source          text           not null,
  subject         text           not null,
  stream          text           not null,
  type            text           not null,
  last_sequence   bigint         not null,
  stream_sequence bigint         not null,
  stream_created  text           not null,
  published       timestamptz(3) not null,
  constraint published_position_pkey primary key (source, subject)
);
create index published_position_stream_published_source_subject_idx on published_position (stream, published, source, subject);

create table reconciliation (
  consumer       text           not null,
  reconciled     timestamptz(3),
  requested_from timestamptz(3),
  finished       timestamptz(3),
  result         json,
  constraint reconciliation_pkey primary key (consumer)
);
