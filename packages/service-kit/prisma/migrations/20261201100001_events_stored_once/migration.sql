-- Events are stored in the tables of the migration before from here on. A process of version 1.0 may still run: it reads and writes "outbox" and
-- "published_event", which become views of these tables, with triggers that do there what it does to the former tables. A later version removes the
-- triggers, and the column "ctid" of a view that has none; the views stay, to be read.
lock table outbox, published_event in access exclusive mode;

-- What was purged or went back to the outbox since it was copied.
delete from event_place as place where not exists (
  select from published_event as former
  where former.stream = place.stream and former.sequence = place.sequence and former.id = place.id);
delete from event where not exists (select from event_place as place where place.id = event.id);

-- What was published since. Rows become visible a moment after their time.
insert into event_place (stream, sequence, id, published)
select stream, sequence, id, published from published_event
where published >= (select coalesce(max(published), '-infinity') - interval '10 minutes' from event_place)
on conflict do nothing;
insert into event (id, event_id, type, traceparent, envelope, created)
select id, event_id, type, traceparent, envelope, published from published_event
where published >= (select coalesce(max(created), '-infinity') - interval '10 minutes' from event)
on conflict do nothing;

insert into event (id, event_id, type, traceparent, envelope, created)
select id, event_id, type, traceparent, envelope, created from outbox order by id;
insert into waiting_event (id, is_repeated) select id, is_repeated from outbox order by id;
select setval('event_id_seq', last_value, is_called) from outbox_id_seq;
drop table published_event;
alter table outbox rename to former_outbox;

create view outbox as
select id, event_id, type, traceparent, envelope, created, is_repeated from waiting_event join event using (id);

create view published_event as
select place.ctid as ctid, stream, sequence, id, event_id, type, traceparent, envelope, published
from event_place as place join event using (id);

-- Who may write the former tables may write these. In a new database the service gives the rights later.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct pg_get_userbyid(acl.grantee) from pg_class, aclexplode(relacl) as acl
    where oid = 'former_outbox'::regclass and acl.grantee not in (0, relowner)
  loop
    execute format('revoke all on event, waiting_event, event_place, outbox, published_event from %I', grantee);
    execute format('grant select, insert, delete on event, waiting_event, event_place, outbox, published_event to %I', grantee);
    execute format('grant usage, select on sequence event_id_seq to %I', grantee);
  end loop;
end
$$;

drop table former_outbox;

create function insert_former_outbox() returns trigger language plpgsql as $$
begin
  new.id := coalesce(new.id, nextval('kit.event_id_seq'));
  insert into kit.event (id, event_id, type, traceparent, envelope)
  values (new.id, new.event_id, new.type, new.traceparent, new.envelope);
  insert into kit.waiting_event (id, is_repeated) values (new.id, coalesce(new.is_repeated, false));
  return new;
end
$$;
create trigger outbox_insert instead of insert on outbox for each row execute function insert_former_outbox();

create function delete_former_outbox() returns trigger language plpgsql as $$
begin
  delete from kit.waiting_event where id = old.id;
  if not found then
    return null;
  end if;
  delete from kit.event where id = old.id;
  return old;
end
$$;
create trigger outbox_delete instead of delete on outbox for each row execute function delete_former_outbox();

create function insert_former_published_event() returns trigger language plpgsql as $$
begin
  insert into kit.event (id, event_id, type, traceparent, envelope)
  values (new.id, new.event_id, new.type, new.traceparent, new.envelope);
  insert into kit.event_place (stream, sequence, id, published)
  values (new.stream, new.sequence, new.id, coalesce(new.published, clock_timestamp()));
  return new;
end
$$;
create trigger published_event_insert instead of insert on published_event
for each row execute function insert_former_published_event();

create function delete_former_published_event() returns trigger language plpgsql as $$
begin
  delete from kit.event_place where stream = old.stream and sequence = old.sequence and id = old.id;
  if not found then
    return null;
  end if;
  delete from kit.event where id = old.id;
  return old;
end
$$;
create trigger published_event_delete instead of delete on published_event
for each row execute function delete_former_published_event();
