-- audit-sent-lock
-- Columns: sequence bigint
select sequence
from audit_sent
for update skip locked
