#!/bin/sh
# Makes the databases of the services with their roles, or takes over those of a version before
# (docs/reference/behaviour/security.md#rights-in-the-databases). Safe to repeat. The image of
# PostgreSQL runs it for a new volume; run it yourself for a server that is there already, as an
# administrator (psql reads PGHOST, PGUSER, PGPASSWORD and so on), with these variables:
#   CATALOG_ASSETS_DATABASE_PASSWORD   CATALOG_ASSETS_MIGRATION_PASSWORD   CATALOG_ASSETS_REPORTING_PASSWORD
#   ORDERS_WORKFLOW_DATABASE_PASSWORD  ORDERS_WORKFLOW_MIGRATION_PASSWORD  ORDERS_WORKFLOW_REPORTING_PASSWORD
#   ACCOUNTING_READ_DATABASE_PASSWORD  ACCOUNTING_READ_MIGRATION_PASSWORD  ACCOUNTING_READ_REPORTING_PASSWORD
# A variable that is empty leaves a password as it is.
set -eu
file=$(dirname "$0")/roles/service-database.sql
PGUSER=${PGUSER:-${POSTGRES_USER:-postgres}}
export PGUSER

# set_up DATABASE RIGHTS_ROLE: the prefix of the variables follows from the database.
set_up() {
  prefix=$(echo "$1" | tr '[:lower:]' '[:upper:]')
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres --set "database=$1" <<'SQL'
SELECT format('CREATE DATABASE %I', :'database') WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database')
\gexec
SQL
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$1" --output /dev/null \
    --set "database=$1" --set "rights=$2" --set "file=$file" <<SQL
\\set owner_password ''
\\set login_password ''
\\set reporting_password ''
\\getenv owner_password ${prefix}_MIGRATION_PASSWORD
\\getenv login_password ${prefix}_DATABASE_PASSWORD
\\getenv reporting_password ${prefix}_REPORTING_PASSWORD
SELECT set_config('oms.owner', :'database' || '_owner', false), set_config('oms.rights', :'rights', false),
       set_config('oms.login', :'database', false), set_config('oms.owner_password', :'owner_password', false),
       set_config('oms.login_password', :'login_password', false), set_config('oms.reporting', :'database' || '_reporting', false),
       set_config('oms.reporting_password', :'reporting_password', false);
\\i :file
SQL
  echo "The database $1 belongs to ${1}_owner; its service connects as $1, reports as ${1}_reporting."
}

set_up catalog_assets catalog_assets_service
set_up orders_workflow orders_workflow_service
set_up accounting_read oms_accounting_clerk
