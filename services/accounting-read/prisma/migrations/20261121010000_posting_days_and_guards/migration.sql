-- The posting date of a payment is decided once, when its event comes: were it worked out anew by each build, a corrected time zone
-- would lose payments around midnight or book them twice.
ALTER TABLE "payment_transaction" ADD COLUMN "posting_date" DATE;
ALTER TABLE "payment_transaction" DISABLE TRIGGER "payment_transaction_is_kept";
-- The time zones of stores are not known here.
UPDATE "payment_transaction" SET "posting_date" = ("occurred_at" AT TIME ZONE 'UTC')::date;
ALTER TABLE "payment_transaction" ENABLE TRIGGER "payment_transaction_is_kept";
ALTER TABLE "payment_transaction" ALTER COLUMN "posting_date" SET NOT NULL;

DROP INDEX "payment_transaction_booked_idx";
CREATE INDEX "payment_transaction_booked_idx" ON "payment_transaction"("posting_date", "store_id", "currency_code") WHERE "is_booked";

-- A company's chain has one posting per number, also where the posting has no company.
DROP INDEX "posting_accounting_company_code_chain_number_idx";
CREATE UNIQUE INDEX "posting_accounting_company_code_chain_number_key" ON "posting"("accounting_company_code", "chain_number") NULLS NOT DISTINCT;

-- Lines repeat columns of their header for searching. If they could say something else, sums per currency, day or company would not
-- balance although the posting does.
CREATE OR REPLACE FUNCTION "check_posting_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lines record;
BEGIN
    SELECT count(*) AS number, coalesce(sum("debit"), 0) AS debit, coalesce(sum("credit"), 0) AS credit,
           coalesce(max("line_sequence"), 0) AS last_sequence, coalesce(min("line_sequence"), 1) AS first_sequence,
           coalesce(bool_and(
               ("posting_date", "source", "posting_store_id", "accounting_company_code", "currency_code") IS NOT DISTINCT FROM
               (NEW."posting_date", NEW."source", NEW."store_id", NEW."accounting_company_code", NEW."currency_code")), true) AS agree
      INTO lines FROM "ledger_line" WHERE "posting_id" = NEW."id";
    IF lines.debit <> lines.credit THEN
        RAISE EXCEPTION 'posting % does not balance: debit %, credit %', NEW."id", lines.debit, lines.credit USING ERRCODE = 'check_violation';
    END IF;
    IF lines.number <> NEW."line_count" OR lines.debit <> NEW."total_debit" THEN
        RAISE EXCEPTION 'posting % has % lines of % in all, its header says % of %',
            NEW."id", lines.number, lines.debit, NEW."line_count", NEW."total_debit" USING ERRCODE = 'check_violation';
    END IF;
    IF NOT lines.agree OR lines.first_sequence <> 1 OR lines.last_sequence <> lines.number THEN
        RAISE EXCEPTION 'posting % has lines of another date, source, store, company or currency, or not numbered from 1', NEW."id"
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;

-- A posting begins its life as Posted: a state that it was born with would have come about without any of the moves.
CREATE FUNCTION "check_posting_begin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."status" <> 'Posted' OR NEW."event_sequence" <> 1
        OR num_nonnulls(NEW."external_reference", NEW."exported_at", NEW."rejection_reason", NEW."superseded_at") > 0 THEN
        RAISE EXCEPTION 'posting % must begin as Posted', NEW."id" USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "posting_begins_its_life" BEFORE INSERT ON "posting" FOR EACH ROW EXECUTE FUNCTION "check_posting_begin"();

CREATE TRIGGER "payment_transaction_is_all_kept" BEFORE TRUNCATE ON "payment_transaction"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The end of a chain moves forward by one posting at a time.
CREATE FUNCTION "check_chain_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD)
        AND (NEW."company_code" <> OLD."company_code" OR NEW."chain_number" <> OLD."chain_number" + 1) THEN
        RAISE EXCEPTION 'the chain of company "%" goes on by one posting at a time', OLD."company_code" USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "company_chain_goes_on" BEFORE UPDATE ON "company_chain" FOR EACH ROW EXECUTE FUNCTION "check_chain_move"();
CREATE TRIGGER "company_chain_is_final" BEFORE DELETE ON "company_chain" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "company_chain_is_kept" BEFORE TRUNCATE ON "company_chain" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
