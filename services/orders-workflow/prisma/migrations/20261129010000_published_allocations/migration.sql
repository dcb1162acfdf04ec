-- Columns get the names that the code has for them. A process of the former version may still run: it
-- reads and writes "told_payments" and "hops" only. So the new columns stand beside these, a write of
-- either is in both, and rows that were written before have the former column alone, which is read
-- where the new one is null. No row is rewritten. A later version removes the former columns.
ALTER TABLE "order" ADD COLUMN "published_allocations" JSON;
ALTER TABLE "workflow_run" ADD COLUMN "transition_count" INTEGER;

CREATE FUNCTION "insert_former_allocations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."published_allocations" := coalesce(NEW."published_allocations", NEW."told_payments");
    NEW."told_payments" := NEW."published_allocations";
    RETURN NEW;
END
$$;
CREATE FUNCTION "update_former_allocations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."told_payments" := NEW."published_allocations";
    RETURN NEW;
END
$$;
CREATE FUNCTION "update_from_former_allocations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."published_allocations" := NEW."told_payments";
    RETURN NEW;
END
$$;
CREATE TRIGGER "order_insert_former_allocations" BEFORE INSERT ON "order"
    FOR EACH ROW EXECUTE FUNCTION "insert_former_allocations"();
CREATE TRIGGER "order_update_former_allocations" BEFORE UPDATE OF "published_allocations" ON "order"
    FOR EACH ROW EXECUTE FUNCTION "update_former_allocations"();
CREATE TRIGGER "order_update_from_former_allocations" BEFORE UPDATE OF "told_payments" ON "order"
    FOR EACH ROW EXECUTE FUNCTION "update_from_former_allocations"();

-- The number of a run is written once, with the run.
CREATE FUNCTION "insert_former_hops"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."transition_count" := coalesce(NEW."transition_count", NEW."hops");
    NEW."hops" := NEW."transition_count";
    RETURN NEW;
END
$$;
CREATE TRIGGER "workflow_run_insert_former_hops" BEFORE INSERT ON "workflow_run"
    FOR EACH ROW EXECUTE FUNCTION "insert_former_hops"();
