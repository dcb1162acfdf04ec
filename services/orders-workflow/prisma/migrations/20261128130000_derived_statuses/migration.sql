-- Fulfilment status and places to pick from. Null: an earlier version has written the order; a
-- background task derives them. No row is rewritten.
ALTER TABLE "order_search" ADD COLUMN "fulfilment_status" TEXT COLLATE "C",
ADD COLUMN "pick_places" TEXT[] COLLATE "C";
ALTER TABLE "order_count" ADD COLUMN "fulfilment_status" TEXT COLLATE "C";
ALTER TABLE "order_count_delta" ADD COLUMN "fulfilment_status" TEXT COLLATE "C";

-- Facets count by the fulfilment status too. To generate the number of the combination from it
-- would rewrite the table under a lock, so a trigger makes it; without that status it is the number
-- that stored rows have.
ALTER TABLE "order_search" ALTER COLUMN "combination" DROP EXPRESSION;
CREATE FUNCTION set_order_combination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."combination" := hashtextextended(NEW."status", hashtextextended(NEW."order_type", hashtextextended(NEW."store_id",
        hashtextextended(coalesce(NEW."market_id", E'\x1f'), hashtextextended(coalesce(NEW."sales_channel", E'\x1f'),
            hashtextextended(NEW."payment_status", hashint8extended(
                hash_array_extended(coalesce(NEW."tags", '{}'), 0), hash_array_extended(coalesce(NEW."shipping_methods", '{}'), 0)))
        ))
    )));
    IF NEW."fulfilment_status" IS NOT NULL THEN
        NEW."combination" := hashtextextended(NEW."fulfilment_status", NEW."combination");
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "order_search_combination" BEFORE INSERT OR UPDATE ON "order_search"
    FOR EACH ROW EXECUTE FUNCTION set_order_combination();
