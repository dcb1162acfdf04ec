-- Gives the connected database to the roles of one service (docs/reference/behaviour/security.md#rights-in-the-databases). An
-- administrator runs it: set-up-databases.sh does for every service, `npm start` for the embedded server. Safe to repeat; a database that
-- another role has owned until now is taken over with all that is in it.
--
-- The settings oms.owner, oms.rights, oms.login and oms.reporting name the roles. With oms.owner_password, oms.login_password and
-- oms.reporting_password the passwords are set; an empty one stays as it is.
SET client_min_messages = warning;

DO $$
DECLARE
    owner_role text := current_setting('oms.owner');
    rights_role text := current_setting('oms.rights');
    login_role text := current_setting('oms.login');
    reporting_role text := current_setting('oms.reporting');
    owner_password text := coalesce(current_setting('oms.owner_password', true), '');
    login_password text := coalesce(current_setting('oms.login_password', true), '');
    reporting_password text := coalesce(current_setting('oms.reporting_password', true), '');
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = rights_role) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', rights_role);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner_role) THEN
        EXECUTE format('CREATE ROLE %I LOGIN', owner_role);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login_role) THEN
        EXECUTE format('CREATE ROLE %I LOGIN', login_role);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = reporting_role) THEN
        EXECUTE format('CREATE ROLE %I LOGIN', reporting_role);
        -- Against accidents: its rights alone keep it from writing.
        EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', reporting_role);
        EXECUTE format('ALTER ROLE %I SET search_path = reporting', reporting_role);
        EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', reporting_role, '5min');
    END IF;
    IF owner_password <> '' THEN EXECUTE format('ALTER ROLE %I PASSWORD %L', owner_role, owner_password); END IF;
    IF login_password <> '' THEN EXECUTE format('ALTER ROLE %I PASSWORD %L', login_role, login_password); END IF;
    IF reporting_password <> '' THEN EXECUTE format('ALTER ROLE %I PASSWORD %L', reporting_role, reporting_password); END IF;
    EXECUTE format('GRANT %I TO %I, %I', rights_role, login_role, owner_role);
    -- Without superuser rights, a user can reassign only objects of a role that they belong to.
    IF NOT pg_has_role(current_user, owner_role, 'SET') THEN
        EXECUTE format('GRANT %I TO %I', owner_role, current_user);
    END IF;
END
$$;

DO $$
DECLARE
    owner_role text := current_setting('oms.owner');
    reporting_role text := current_setting('oms.reporting');
    statement text;
BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), owner_role);
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), current_setting('oms.rights'));
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS kit AUTHORIZATION %I', owner_role);
    EXECUTE format('ALTER SCHEMA kit OWNER TO %I', owner_role);
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS reporting AUTHORIZATION %I', owner_role);
    EXECUTE format('ALTER SCHEMA reporting OWNER TO %I', owner_role);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), reporting_role);
    EXECUTE format('GRANT USAGE ON SCHEMA reporting TO %I', reporting_role);
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    -- Up to PostgreSQL 14 the owner of a database does not own its schema public; so do databases that were made then.
    EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', owner_role);
    -- What belongs to an extension stays with it; a sequence of a column follows its table.
    FOR statement IN
        SELECT format('ALTER %s %s OWNER TO %I',
                      CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
                      c.oid::regclass, owner_role)
          FROM pg_class AS c
         WHERE c.relnamespace IN ('kit'::regnamespace, 'public'::regnamespace, 'reporting'::regnamespace) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
           AND c.relowner <> owner_role::regrole
           AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                                                        AND (d.deptype = 'e' OR (c.relkind = 'S' AND d.deptype IN ('a', 'i'))))
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, owner_role)
          FROM pg_proc AS p
         WHERE p.pronamespace IN ('kit'::regnamespace, 'public'::regnamespace) AND p.proowner <> owner_role::regrole
           AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE statement;
    END LOOP;
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO %I', reporting_role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA reporting GRANT SELECT ON TABLES TO %I', owner_role, reporting_role);
END
$$;
