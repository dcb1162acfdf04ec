-- The same of orders that are completed.
CREATE INDEX CONCURRENTLY "order_search_completed_at_idx" ON "order_search"("completed") WHERE "completed" IS NOT NULL;
