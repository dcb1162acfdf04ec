-- CreateTable
CREATE TABLE "payment_transaction" (
    "order_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "replaced_by_sequence" BIGINT,
    "is_booked" BOOLEAN NOT NULL,
    "event_id" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "order_number" TEXT,
    "order_type" TEXT NOT NULL,
    "order_origin" TEXT,
    "store_id" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "customer_number" TEXT,
    "transaction_type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "transaction_id" TEXT,
    "invoice_number" TEXT,
    "payment_terms_net" INTEGER,
    "kid_number" TEXT,
    "credit_note_number" TEXT,
    "breakdown" JSON NOT NULL,

    CONSTRAINT "payment_transaction_pkey" PRIMARY KEY ("order_id","payment_id","sequence")
);

-- CreateTable
CREATE TABLE "posting_draft" (
    "source" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "posting_date" DATE NOT NULL,
    "has_changes" BOOLEAN NOT NULL,
    "reasons" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),

    CONSTRAINT "posting_draft_pkey" PRIMARY KEY ("source","store_id","currency_code","posting_date")
);

-- CreateTable
CREATE TABLE "posting" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "z_report_id" TEXT,
    "z_report_number" BIGINT,
    "store_id" TEXT NOT NULL,
    "register_ids" TEXT[],
    "order_ids" TEXT[],
    "accounting_company_code" TEXT,
    "posting_date" DATE NOT NULL,
    "currency_code" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "supersedes_posting_id" UUID,
    "superseded_at" TIMESTAMPTZ(3),
    "external_reference" TEXT,
    "exported_at" TIMESTAMPTZ(3),
    "rejection_reason" TEXT,
    "total_debit" DECIMAL(18,4) NOT NULL,
    "total_credit" DECIMAL(18,4) NOT NULL,
    "imbalance" DECIMAL(18,4) NOT NULL,
    "auto_balanced" BOOLEAN NOT NULL,
    "line_count" INTEGER NOT NULL,
    "warnings" TEXT[],
    "posting_hash" TEXT NOT NULL,
    "chain_number" BIGINT NOT NULL,
    "previous_chain_value" TEXT NOT NULL,
    "chain_value" TEXT NOT NULL,
    "event_sequence" BIGINT NOT NULL,

    CONSTRAINT "posting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_line" (
    "posting_id" UUID NOT NULL,
    "line_sequence" INTEGER NOT NULL,
    "posting_date" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "posting_store_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "register_id" TEXT,
    "accounting_company_code" TEXT,
    "account_number" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "debit" DECIMAL(18,4) NOT NULL,
    "credit" DECIMAL(18,4) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "vat_code" TEXT,
    "vat_rate" DECIMAL(7,4),
    "vat_amount" DECIMAL(18,4),
    "tax_group_code" TEXT,
    "description" TEXT,
    "customer_number" TEXT,
    "invoice_number" TEXT,
    "credit_note_number" TEXT,
    "invoice_date" DATE,
    "due_date" DATE,
    "kid_number" TEXT,
    "dimensions" JSONB NOT NULL,

    CONSTRAINT "ledger_line_pkey" PRIMARY KEY ("posting_id","line_sequence")
);

-- CreateTable
CREATE TABLE "company_chain" (
    "company_code" TEXT NOT NULL,
    "chain_number" BIGINT NOT NULL,
    "chain_value" TEXT NOT NULL,

    CONSTRAINT "company_chain_pkey" PRIMARY KEY ("company_code")
);

-- CreateIndex
CREATE INDEX "posting_posting_date_id_idx" ON "posting"("posting_date" DESC, "id");

-- CreateIndex
CREATE INDEX "posting_store_id_posting_date_id_idx" ON "posting"("store_id", "posting_date" DESC, "id");

-- CreateIndex
CREATE INDEX "posting_accounting_company_code_chain_number_idx" ON "posting"("accounting_company_code", "chain_number");

-- CreateIndex
CREATE INDEX "posting_z_report_id_idx" ON "posting"("z_report_id");

-- CreateIndex
CREATE INDEX "posting_supersedes_posting_id_idx" ON "posting"("supersedes_posting_id");

-- CreateIndex
CREATE INDEX "posting_order_ids_idx" ON "posting" USING GIN ("order_ids");

-- CreateIndex
CREATE INDEX "ledger_line_posting_date_posting_id_line_sequence_idx" ON "ledger_line"("posting_date", "posting_id", "line_sequence");

-- CreateIndex
CREATE INDEX "ledger_line_store_id_posting_date_posting_id_line_sequence_idx" ON "ledger_line"("store_id", "posting_date", "posting_id", "line_sequence");

-- CreateIndex
CREATE INDEX "ledger_line_account_number_posting_date_posting_id_line_seq_idx" ON "ledger_line"("account_number", "posting_date", "posting_id", "line_sequence");

-- CreateIndex
CREATE INDEX "ledger_line_account_number_store_id_posting_date_idx" ON "ledger_line"("account_number", "store_id", "posting_date");

-- AddForeignKey
ALTER TABLE "posting" ADD CONSTRAINT "posting_supersedes_posting_id_fkey" FOREIGN KEY ("supersedes_posting_id") REFERENCES "posting"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "posting"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- What Prisma's schema cannot say.

-- The payments of a store's day that a posting is built from.
CREATE INDEX "payment_transaction_booked_idx" ON "payment_transaction"("store_id", "occurred_at") WHERE "is_booked";

-- At most one event's row of a payment holds.
CREATE UNIQUE INDEX "payment_transaction_holds_idx" ON "payment_transaction"("order_id", "payment_id") WHERE "replaced_by_sequence" IS NULL;

-- At most one current posting per store, currency and day, and per Z-report, whoever builds.
CREATE UNIQUE INDEX "posting_web_fulfillment_idx" ON "posting"("store_id", "currency_code", "posting_date") WHERE "source" = 'WebFulfillment' AND "status" <> 'Superseded';
CREATE UNIQUE INDEX "posting_current_z_report_idx" ON "posting"("z_report_id") WHERE "source" = 'PosZReport' AND "status" <> 'Superseded';

-- Searches leave superseded postings' lines out: this keeps the few that are at hand.
CREATE INDEX "posting_superseded_idx" ON "posting"("id") WHERE "status" = 'Superseded';

ALTER TABLE "posting" ADD CONSTRAINT "posting_source_check" CHECK ("source" IN ('PosZReport', 'WebFulfillment'));
ALTER TABLE "posting" ADD CONSTRAINT "posting_status_check" CHECK ("status" IN ('Posted', 'Exported', 'Reconciled', 'Rejected', 'Superseded'));
ALTER TABLE "posting" ADD CONSTRAINT "posting_balance_check" CHECK ("total_debit" = "total_credit" AND "imbalance" = 0);
-- A line has either debit or credit, never both, never negative, never zero.
ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_side_check" CHECK ("debit" >= 0 AND "credit" >= 0 AND ("debit" = 0) <> ("credit" = 0));

-- Debit equals credit and no line is missing, checked when the transaction that wrote the posting commits.
CREATE FUNCTION "check_posting_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lines record;
BEGIN
    SELECT count(*) AS number, coalesce(sum("debit"), 0) AS debit, coalesce(sum("credit"), 0) AS credit
      INTO lines FROM "ledger_line" WHERE "posting_id" = NEW."id";
    IF lines.debit <> lines.credit THEN
        RAISE EXCEPTION 'posting % does not balance: debit %, credit %', NEW."id", lines.debit, lines.credit USING ERRCODE = 'check_violation';
    END IF;
    IF lines.number <> NEW."line_count" OR lines.debit <> NEW."total_debit" THEN
        RAISE EXCEPTION 'posting % has % lines of % in all, its header says % of %',
            NEW."id", lines.number, lines.debit, NEW."line_count", NEW."total_debit" USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "posting_balance" AFTER INSERT ON "posting"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_posting_balance"();

-- A posting that is complete takes no further line. Counted once per statement, not once per line.
CREATE FUNCTION "check_posting_is_open"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    full_posting uuid;
BEGIN
    SELECT p."id" INTO full_posting FROM "posting" p
     WHERE p."id" IN (SELECT "posting_id" FROM new_line)
       AND p."line_count" < (SELECT count(*) FROM "ledger_line" l WHERE l."posting_id" = p."id")
     LIMIT 1;
    IF full_posting IS NOT NULL THEN
        RAISE EXCEPTION 'posting % is complete and takes no further line', full_posting USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "ledger_line_of_open_posting" AFTER INSERT ON "ledger_line"
    REFERENCING NEW TABLE AS new_line FOR EACH STATEMENT EXECUTE FUNCTION "check_posting_is_open"();

-- Postings and lines are never changed or deleted; the states of a posting move along the table of their life only.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are final: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "ledger_line_is_final" BEFORE UPDATE OR DELETE ON "ledger_line" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "ledger_line_is_kept" BEFORE TRUNCATE ON "ledger_line" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "posting_is_final" BEFORE DELETE ON "posting" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "posting_is_kept" BEFORE TRUNCATE ON "posting" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

CREATE FUNCTION "check_posting_move"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- What each move may change, beside status and event sequence.
    moves CONSTANT jsonb := '{
        "Posted>Exported": ["external_reference", "exported_at"],
        "Exported>Reconciled": [],
        "Posted>Rejected": ["rejection_reason"],
        "Exported>Rejected": ["rejection_reason"],
        "Posted>Superseded": ["superseded_at"],
        "Exported>Superseded": ["superseded_at"],
        "Rejected>Superseded": ["superseded_at"]
    }';
    allowed jsonb := moves -> (OLD."status" || '>' || NEW."status");
    movable text[];
BEGIN
    IF allowed IS NULL THEN
        RAISE EXCEPTION 'posting % cannot move from % to %', OLD."id", OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
    END IF;
    movable := ARRAY['status', 'event_sequence'] || ARRAY(SELECT jsonb_array_elements_text(allowed));
    IF to_jsonb(NEW) - movable IS DISTINCT FROM to_jsonb(OLD) - movable OR NEW."event_sequence" <> OLD."event_sequence" + 1 THEN
        RAISE EXCEPTION 'posting % is final but for its state', OLD."id" USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "posting_moves_along_its_life" BEFORE UPDATE ON "posting" FOR EACH ROW EXECUTE FUNCTION "check_posting_move"();

-- What an event said about a payment stays; only which event holds changes.
CREATE FUNCTION "check_payment_transaction_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    movable CONSTANT text[] := ARRAY['is_booked', 'replaced_by_sequence'];
BEGIN
    IF to_jsonb(NEW) - movable IS DISTINCT FROM to_jsonb(OLD) - movable THEN
        RAISE EXCEPTION 'payment % of order % is kept as event % told it', OLD."payment_id", OLD."order_id", OLD."sequence" USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "payment_transaction_is_kept" BEFORE UPDATE ON "payment_transaction" FOR EACH ROW EXECUTE FUNCTION "check_payment_transaction_kept"();
CREATE TRIGGER "payment_transaction_is_final" BEFORE DELETE ON "payment_transaction" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
