-- Only held orders have an entry. Prisma's schema cannot say it. Orders are written while it is made.
CREATE INDEX CONCURRENTLY "order_search_held_since_idx" ON "order_search"("held_since") WHERE "held_since" IS NOT NULL;
