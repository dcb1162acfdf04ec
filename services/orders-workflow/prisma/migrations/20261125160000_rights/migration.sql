-- The service works with the rights of this role (security.md#rights-in-the-databases): it reads and writes rows, and changes neither tables
-- nor the list of migrations.
DO $$
BEGIN
    -- Who may not create roles finds it made already; see deploy/postgres/set-up-databases.sh.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'orders_workflow_service') THEN
        CREATE ROLE "orders_workflow_service" NOLOGIN;
    END IF;
EXCEPTION
    -- Roles belong to the server: another database of it may have made this one at this very moment.
    WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT USAGE ON SCHEMA "public", "kit" TO "orders_workflow_service";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public", "kit" TO "orders_workflow_service";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "public", "kit" TO "orders_workflow_service";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "orders_workflow_service";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT USAGE, SELECT ON SEQUENCES TO "orders_workflow_service";
REVOKE INSERT, UPDATE, DELETE ON "public"."_prisma_migrations", "kit"."_prisma_migrations" FROM "orders_workflow_service";
