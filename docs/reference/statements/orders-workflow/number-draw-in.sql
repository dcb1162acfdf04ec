-- number-draw-in
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
-- Columns: last_number bigint
with -- the last number of the sequence that shares the numbers
  other as (
    select coalesce(max(last_number), 0) as last_number
    from number_sequence
    where name = $2 and (prefix is null or prefix = $3)
  ),
  -- the sequence with its new last number
  drawn as (
    insert into number_sequence as s (name, prefix, last_number)
    select $1, $3, greatest($4, other.last_number + 1)
    from other
    on conflict (name) do update
    set
      prefix = excluded.prefix,
      last_number = greatest(
        s.last_number + 1,
        $4::bigint,
        case when s.prefix is distinct from excluded.prefix then excluded.last_number end
      )
    returning last_number
  )
select last_number
from drawn
