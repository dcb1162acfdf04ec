-- The forms that are not paid back: the queue of the returns desk, and its number on the first page. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "order_return_refund_open_idx" ON "order_return"("created", "order_id", "place") WHERE "is_refund_open" AND NOT "is_deleted";
