-- Tables of later migrations belong to the owner of the database, who may be another than the one that the migration "rights" ran as
-- (security.md#rights-in-the-databases). The service does not change the list of migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "oms_accounting_clerk";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT USAGE, SELECT ON SEQUENCES TO "oms_accounting_clerk";
REVOKE INSERT, UPDATE, DELETE ON "public"."_prisma_migrations", "kit"."_prisma_migrations" FROM "oms_accounting_clerk";
