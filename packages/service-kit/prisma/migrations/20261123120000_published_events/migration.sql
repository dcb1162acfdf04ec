-- A published event is moved out of the outbox, so that the outbox stays as small as what waits. Its key orders by place in the stream; two rows
-- have the same place for as long as the loss of the first is not noticed.
create table published_event (
  stream      text           not null,
  sequence    bigint         not null,
  id          bigint         not null,
  event_id    uuid           not null,
  type        text           not null,
  traceparent text,
  envelope    text           not null,
  published   timestamptz(3) not null default clock_timestamp(),
  constraint published_event_pkey primary key (stream, sequence, id)
)
-- Rows are written once and deleted in their order: the pages of deleted ones are used again soon.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- For the purge of old rows, which lie together as they were written.
create index published_event_published_idx on published_event using brin (published);

create table known_stream (
  name    text not null,
  created text not null,
  constraint known_stream_pkey primary key (name)
);

alter table outbox add column is_repeated boolean not null default false;
