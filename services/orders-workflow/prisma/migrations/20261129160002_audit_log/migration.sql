-- CreateTable
CREATE TABLE "audit_record" (
    "sequence" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "act" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actor_kind" TEXT,
    "actor" TEXT,
    "client_id" TEXT,
    "session" TEXT,
    "address" TEXT,
    "service" TEXT NOT NULL,
    "operation" TEXT,
    "order_id" TEXT,
    "customer_key" TEXT,
    "trace_id" TEXT,
    "details" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_record_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "audit_checkpoint" (
    "sequence" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "audit_end" (
    "id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_end_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_record_id_key" ON "audit_record"("id");

-- CreateIndex
CREATE INDEX "audit_record_time_idx" ON "audit_record"("time");

-- CreateIndex
CREATE INDEX "audit_record_act_sequence_idx" ON "audit_record"("act", "sequence");

-- CreateIndex
CREATE INDEX "audit_record_order_id_sequence_idx" ON "audit_record"("order_id", "sequence");

-- CreateIndex
CREATE INDEX "audit_record_customer_key_sequence_idx" ON "audit_record"("customer_key", "sequence");

-- CreateIndex
CREATE INDEX "audit_record_trace_id_idx" ON "audit_record"("trace_id");

-- What Prisma's schema cannot say: names are found in any letter case.
CREATE INDEX "audit_record_actor_sequence_idx" ON "audit_record"(lower("actor"), "sequence");

-- Whoever owns the tables is told too; only a change of the tables themselves gets by.
CREATE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('oms.removes_audit', true) = 'yes'
        AND current_user = (SELECT tableowner FROM pg_tables WHERE schemaname = TG_TABLE_SCHEMA AND tablename = TG_TABLE_NAME) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_record_is_kept" BEFORE UPDATE OR DELETE ON "audit_record" FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "audit_record_is_all_kept" BEFORE TRUNCATE ON "audit_record" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "audit_checkpoint_is_kept" BEFORE UPDATE OR DELETE ON "audit_checkpoint" FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "audit_checkpoint_is_all_kept" BEFORE TRUNCATE ON "audit_checkpoint" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();

-- The end of the chain moves forward; without it, records that are missing at the end would not be missed.
INSERT INTO "audit_end" ("id", "sequence", "hash") VALUES (1, 0, '');
CREATE FUNCTION "check_audit_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'UPDATE' OR NEW."id" <> 1 OR NEW."sequence" <= OLD."sequence" THEN
        RAISE EXCEPTION 'the end of the audit log moves forward only' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "audit_end_goes_on" BEFORE INSERT OR UPDATE OR DELETE ON "audit_end" FOR EACH ROW EXECUTE FUNCTION "check_audit_end"();
CREATE TRIGGER "audit_end_is_kept" BEFORE TRUNCATE ON "audit_end" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();

-- Retention: removes the beginning of the chain, and notes the hash that the rest follows on. Whoever calls it removes nothing of the last
-- 90 days, whatever is asked.
CREATE FUNCTION "remove_old_audit"("before" TIMESTAMPTZ, "count_max" INT) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = "public", "pg_temp" AS $$
DECLARE
    "bound" TIMESTAMPTZ := least("before", clock_timestamp() - interval '90 days');
    "young" BIGINT;
    "last" RECORD;
    "removed" BIGINT;
BEGIN
    -- The lock of whoever adds to the chain.
    PERFORM pg_advisory_xact_lock(6203912);
    SELECT min("first"."sequence") INTO "young" FROM (
        SELECT "sequence", "time" FROM "audit_record" ORDER BY "sequence" LIMIT "count_max") AS "first" WHERE "first"."time" >= "bound";
    SELECT "first"."sequence", "first"."hash" INTO "last" FROM (
        SELECT "sequence", "hash" FROM "audit_record" ORDER BY "sequence" LIMIT "count_max") AS "first"
        WHERE "young" IS NULL OR "first"."sequence" < "young" ORDER BY "first"."sequence" DESC LIMIT 1;
    IF "last" IS NULL THEN RETURN 0; END IF;
    INSERT INTO "audit_checkpoint" ("sequence", "hash") VALUES ("last"."sequence", "last"."hash");
    PERFORM set_config('oms.removes_audit', 'yes', true);
    DELETE FROM "audit_record" WHERE "sequence" <= "last"."sequence";
    GET DIAGNOSTICS "removed" = ROW_COUNT;
    PERFORM set_config('oms.removes_audit', '', true);
    RETURN "removed";
END
$$;
REVOKE ALL ON FUNCTION "remove_old_audit"(TIMESTAMPTZ, INT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "remove_old_audit"(TIMESTAMPTZ, INT) TO "orders_workflow_service";

REVOKE ALL ON "audit_record", "audit_checkpoint", "audit_end" FROM "orders_workflow_service";
GRANT SELECT, INSERT ON "audit_record" TO "orders_workflow_service";
GRANT SELECT ON "audit_checkpoint" TO "orders_workflow_service";
GRANT SELECT ON "audit_end" TO "orders_workflow_service";
GRANT UPDATE ("sequence", "hash") ON "audit_end" TO "orders_workflow_service";
