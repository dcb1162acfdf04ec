-- configuration-sequence
-- Columns: sequence integer or null
select coalesce(max(sequence), 0) as sequence
from configuration_version
