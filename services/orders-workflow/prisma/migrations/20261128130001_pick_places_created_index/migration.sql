-- Only orders with something to pick have an entry, in the default sort order of searches. Prisma's
-- schema cannot say it. Orders are written while it is made.
CREATE INDEX CONCURRENTLY "order_search_pickable_idx" ON "order_search"("created", "order_id") WHERE "pick_places" IS NOT NULL;
