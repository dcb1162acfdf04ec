-- Tables have their rights by default only where their owner has said so.
GRANT SELECT, INSERT, DELETE ON "kit"."audit_waiting" TO "oms_accounting_clerk";
GRANT USAGE, SELECT ON SEQUENCE "kit"."audit_waiting_place_seq" TO "oms_accounting_clerk";
