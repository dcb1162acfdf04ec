-- Tables have their rights by default only where their owner has said so, and databases that a
-- superuser has made before have another owner now: what was made since gets its rights here.
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "orders_workflow_service";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT USAGE, SELECT ON SEQUENCES TO "orders_workflow_service";
GRANT SELECT, INSERT, UPDATE, DELETE ON "order_customer", "customer_note", "other_recipient_count", "colleague", "staff_notification" TO "orders_workflow_service";
GRANT USAGE, SELECT ON SEQUENCE "staff_notification_id_seq" TO "orders_workflow_service";
GRANT SELECT, INSERT ON "configuration_version" TO "orders_workflow_service";
