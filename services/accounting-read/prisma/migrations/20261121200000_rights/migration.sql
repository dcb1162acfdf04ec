-- The service works with the rights of this role, whoever it connects as (4-decisions O.7): what is booked can be added to, and moved along
-- its life, but neither changed nor deleted. The triggers say the same to whoever owns the tables.
DO $$
BEGIN
    -- Who may not create roles finds it made already; see docs/operations.md.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'oms_accounting_clerk') THEN
        CREATE ROLE "oms_accounting_clerk" NOLOGIN;
    END IF;
EXCEPTION
    -- Roles belong to the server: another database of it may have made this one at this very moment.
    WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
DO $$
BEGIN
    -- Superusers are members of every role.
    IF NOT pg_has_role(current_user, 'oms_accounting_clerk', 'MEMBER') THEN
        EXECUTE format('GRANT "oms_accounting_clerk" TO %I', current_user);
    END IF;
END
$$;

GRANT USAGE ON SCHEMA "public", "kit" TO "oms_accounting_clerk";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public", "kit" TO "oms_accounting_clerk";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "public", "kit" TO "oms_accounting_clerk";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "oms_accounting_clerk";
ALTER DEFAULT PRIVILEGES IN SCHEMA "public", "kit" GRANT USAGE, SELECT ON SEQUENCES TO "oms_accounting_clerk";

REVOKE UPDATE, DELETE ON "ledger_line", "posting", "payment_transaction", "company_chain" FROM "oms_accounting_clerk";
GRANT UPDATE ("status", "event_sequence", "external_reference", "exported_at", "rejection_reason", "superseded_at")
    ON "posting" TO "oms_accounting_clerk";
GRANT UPDATE ("is_booked", "replaced_by_sequence") ON "payment_transaction" TO "oms_accounting_clerk";
GRANT UPDATE ("chain_number", "chain_value") ON "company_chain" TO "oms_accounting_clerk";
