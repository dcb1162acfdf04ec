-- colleague-remove
-- Parameters: $1 timestamp with time zone
-- Columns: person text
delete from colleague
where person in (select person from colleague where seen < $1 limit 500 for update skip locked)
returning person
