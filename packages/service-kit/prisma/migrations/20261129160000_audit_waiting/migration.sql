-- What happened, written with its effect, until it has its place in the audit log. Rows live for a second.
create table audit_waiting (
  id    uuid   not null,
  place bigserial not null,
  entry text   not null,
  constraint audit_waiting_pkey primary key (id)
)
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index audit_waiting_place_idx on audit_waiting (place);
