-- The forms that an earlier version has written last: the service finds here what is left to state. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "order_return_unstated_idx" ON "order_return"("order_id") WHERE "stated_for" IS DISTINCT FROM "modified";
