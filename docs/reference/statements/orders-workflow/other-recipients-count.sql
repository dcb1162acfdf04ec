-- other-recipients-count
-- Parameters: $1 text, $2 date, $3 integer, $4 integer
-- Columns: count integer
with
  -- Former days of the client count no more.
  former as (delete from other_recipient_count where client = $1 and day < $2::date)
insert into other_recipient_count as c (client, day, count)
select $1, $2::date, $3::int
where $3::int <= $4::int
on conflict (client, day) do update
set count = c.count + excluded.count
where c.count + excluded.count <= $4::int
returning count
