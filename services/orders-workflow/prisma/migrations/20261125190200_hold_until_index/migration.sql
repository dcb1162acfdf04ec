-- Only orders whose holds end by time have an entry. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "order_search_hold_until_idx" ON "order_search"("hold_until") WHERE "hold_until" IS NOT NULL;
