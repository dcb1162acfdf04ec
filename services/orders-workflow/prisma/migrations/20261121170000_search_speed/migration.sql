-- A number for each combination of what facets count by: equal for equal combinations, and different for different ones but by a chance
-- of one in billions. Grouping a row by it costs a fraction of comparing eight texts and lists.
ALTER TABLE "order_search" ADD COLUMN "combination" BIGINT NOT NULL GENERATED ALWAYS AS (
    hashtextextended("status", hashtextextended("order_type", hashtextextended("store_id",
        hashtextextended(coalesce("market_id", E'\x1f'), hashtextextended(coalesce("sales_channel", E'\x1f'),
            hashtextextended("payment_status", hashint8extended(
                hash_array_extended(coalesce("tags", '{}'), 0), hash_array_extended(coalesce("shipping_methods", '{}'), 0)))
        ))
    )))
) STORED;

-- Ranges of these times are counted, with facets, by the index alone.
DROP INDEX "order_search_created_order_id_idx";
CREATE INDEX "order_search_created_order_id_is_deleted_combination_idx" ON "order_search"("created", "order_id", "is_deleted", "combination");
DROP INDEX "order_search_modified_order_id_idx";
CREATE INDEX "order_search_modified_order_id_is_deleted_combination_idx" ON "order_search"("modified", "order_id", "is_deleted", "combination");

-- Names sort with the missing ones last in both directions.
CREATE INDEX "order_search_customer_name_key_desc_order_id_idx" ON "order_search"("customer_name_key" DESC NULLS LAST, "order_id");

-- What few orders are or have.
CREATE INDEX "order_search_has_errors_idx" ON "order_search"("created", "order_id") WHERE "has_errors";
CREATE INDEX "order_search_is_urgent_idx" ON "order_search"("created", "order_id") WHERE "is_urgent";
CREATE INDEX "order_search_not_in_stock_idx" ON "order_search"("inventory_status", "created") WHERE "inventory_status" <> 'InStock';
CREATE INDEX "order_search_requested_delivery_idx" ON "order_search"("requested_delivery") WHERE "requested_delivery" IS NOT NULL;

-- Words alone find orders without a look at their rows.
ALTER TABLE "order_term" ADD COLUMN "store_id" TEXT COLLATE "C", ADD COLUMN "is_deleted" BOOLEAN;
UPDATE "order_term" t SET "store_id" = s."store_id", "is_deleted" = s."is_deleted" FROM "order_search" s WHERE s."order_id" = t."order_id";
ALTER TABLE "order_term" ALTER COLUMN "store_id" SET NOT NULL, ALTER COLUMN "is_deleted" SET NOT NULL;

-- How many texts have a word is judged by a sample of them; with the usual hundred, one in a hundred orders is the least that it knows.
ALTER TABLE "order_term" ALTER COLUMN "search_text" SET STATISTICS 1000;
