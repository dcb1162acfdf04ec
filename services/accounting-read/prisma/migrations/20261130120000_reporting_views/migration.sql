-- What reports and BI tools may read (docs/reference/reporting-views.md): stable columns, without personal data. A view reads with the
-- rights of its owner, so that who may read it needs no others; deploy/postgres/roles/service-database.sql says who that is.
CREATE SCHEMA IF NOT EXISTS "reporting";

CREATE VIEW "reporting"."postings" AS SELECT
  g.id AS "posting_id",
  g.source AS "source",
  g.z_report_id AS "z_report_id",
  g.store_id AS "store_id",
  g.accounting_company_code AS "company_code",
  g.posting_date AS "posting_date",
  g.currency_code AS "currency",
  g.status AS "status",
  g.created_at AS "created_at",
  g.exported_at AS "exported_at",
  g.superseded_at AS "superseded_at",
  g.supersedes_posting_id AS "supersedes_posting_id",
  g.total_debit AS "total_debit",
  g.total_credit AS "total_credit",
  g.line_count AS "line_count",
  g.auto_balanced AS "is_auto_balanced"
  FROM "public"."posting" AS g;
COMMENT ON VIEW "reporting"."postings" IS 'Vouchers of the ledger, one row each. Superseded ones are in it, with `superseded_at`.';
COMMENT ON COLUMN "reporting"."postings"."posting_id" IS 'Identifies the posting.';
COMMENT ON COLUMN "reporting"."postings"."source" IS 'What it was made of, such as `ZReport`.';
COMMENT ON COLUMN "reporting"."postings"."z_report_id" IS 'The Z-report that it was made of.';
COMMENT ON COLUMN "reporting"."postings"."store_id" IS 'The store.';
COMMENT ON COLUMN "reporting"."postings"."company_code" IS 'The company of the accounts.';
COMMENT ON COLUMN "reporting"."postings"."posting_date" IS 'The day that it is booked on. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."postings"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."postings"."status" IS 'The status, such as whether it was exported.';
COMMENT ON COLUMN "reporting"."postings"."created_at" IS 'When it was posted.';
COMMENT ON COLUMN "reporting"."postings"."exported_at" IS 'When the ERP had it.';
COMMENT ON COLUMN "reporting"."postings"."superseded_at" IS 'When a newer posting took its place; null: it counts.';
COMMENT ON COLUMN "reporting"."postings"."supersedes_posting_id" IS 'The posting whose place it took.';
COMMENT ON COLUMN "reporting"."postings"."total_debit" IS 'The sum of the debits of its lines.';
COMMENT ON COLUMN "reporting"."postings"."total_credit" IS 'The sum of the credits of its lines.';
COMMENT ON COLUMN "reporting"."postings"."line_count" IS 'How many lines it has.';
COMMENT ON COLUMN "reporting"."postings"."is_auto_balanced" IS 'Whether a line of rounding makes both sums equal.';

CREATE VIEW "reporting"."posting_lines" AS SELECT
  l.posting_id AS "posting_id",
  l.line_sequence AS "line_number",
  l.posting_date AS "posting_date",
  l.source AS "source",
  l.posting_store_id AS "posting_store_id",
  l.store_id AS "store_id",
  l.register_id AS "register_id",
  l.accounting_company_code AS "company_code",
  l.account_number AS "account_number",
  l.account_name AS "account_name",
  l.category AS "category",
  l.debit AS "debit",
  l.credit AS "credit",
  l.currency_code AS "currency",
  l.vat_code AS "vat_code",
  l.vat_rate AS "vat_rate",
  l.vat_amount AS "vat_amount",
  l.tax_group_code AS "tax_group_code",
  g.superseded_at IS NULL AS "is_current"
  FROM "public"."ledger_line" AS l
  JOIN "public"."posting" AS g ON g.id = l.posting_id;
COMMENT ON VIEW "reporting"."posting_lines" IS 'Lines of the ledger, one row each. Those of superseded postings are in it: filter by `is_current`.';
COMMENT ON COLUMN "reporting"."posting_lines"."posting_id" IS 'The posting.';
COMMENT ON COLUMN "reporting"."posting_lines"."line_number" IS 'Counts the lines of the posting, from 1.';
COMMENT ON COLUMN "reporting"."posting_lines"."posting_date" IS 'The day that it is booked on. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."posting_lines"."source" IS 'What the posting was made of.';
COMMENT ON COLUMN "reporting"."posting_lines"."posting_store_id" IS 'The store of the posting.';
COMMENT ON COLUMN "reporting"."posting_lines"."store_id" IS 'The store that the line is booked to.';
COMMENT ON COLUMN "reporting"."posting_lines"."register_id" IS 'The register.';
COMMENT ON COLUMN "reporting"."posting_lines"."company_code" IS 'The company of the accounts.';
COMMENT ON COLUMN "reporting"."posting_lines"."account_number" IS 'The account.';
COMMENT ON COLUMN "reporting"."posting_lines"."account_name" IS 'What the account is called.';
COMMENT ON COLUMN "reporting"."posting_lines"."category" IS 'What the line is for, such as `Sales`.';
COMMENT ON COLUMN "reporting"."posting_lines"."debit" IS 'The debit; 0 where the line is a credit.';
COMMENT ON COLUMN "reporting"."posting_lines"."credit" IS 'The credit; 0 where the line is a debit.';
COMMENT ON COLUMN "reporting"."posting_lines"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."posting_lines"."vat_code" IS 'The VAT code.';
COMMENT ON COLUMN "reporting"."posting_lines"."vat_rate" IS 'The VAT rate in percent.';
COMMENT ON COLUMN "reporting"."posting_lines"."vat_amount" IS 'The VAT that the line is about.';
COMMENT ON COLUMN "reporting"."posting_lines"."tax_group_code" IS 'The tax group.';
COMMENT ON COLUMN "reporting"."posting_lines"."is_current" IS 'Whether the posting counts: no newer one took its place.';
