-- CreateTable
CREATE TABLE "purged_order" (
    "order_id" TEXT NOT NULL,
    "event_sequence" BIGINT NOT NULL,

    CONSTRAINT "purged_order_pkey" PRIMARY KEY ("order_id")
);

-- What Prisma's schema cannot say.

-- Compared byte by byte, as in every table of orders.
ALTER TABLE "purged_order" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C";

-- Pages of the feed for some stores, types, or both. The sum is there so that the index of all positions cannot serve: the planner likes to walk it
-- and look at each change, which is endless for a store that has few.
CREATE INDEX "order_change_store_id_position_idx" ON "order_change"("store_id", ("position" + 0));
CREATE INDEX "order_change_order_type_position_idx" ON "order_change"("order_type", ("position" + 0));
CREATE INDEX "order_change_store_id_order_type_position_idx" ON "order_change"("store_id", "order_type", ("position" + 0));

-- A new order that waited for the purge of another with its id does not see, by its statement's snapshot, where the events of that one
-- ended. A volatile function does: it looks with a snapshot of its own. The failure makes the transaction run again.
CREATE FUNCTION require_event_sequence(TEXT, BIGINT) RETURNS VOID LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF EXISTS (SELECT FROM "purged_order" WHERE "order_id" = $1 AND "event_sequence" <> $2) THEN
        RAISE EXCEPTION 'an order with the id % was purged at this moment', $1 USING ERRCODE = 'serialization_failure';
    END IF;
END
$$;
