-- Tables have their rights by default only where their owner has said so.
GRANT SELECT, INSERT, DELETE ON "kit"."audit_waiting" TO "orders_workflow_service";
GRANT USAGE, SELECT ON SEQUENCE "kit"."audit_waiting_place_seq" TO "orders_workflow_service";
