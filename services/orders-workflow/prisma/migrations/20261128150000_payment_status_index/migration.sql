-- The few orders with another payment status than nearly all have, newest first. Prisma's schema cannot say it. Orders are written
-- while it is made.
CREATE INDEX CONCURRENTLY "order_search_payment_status_idx" ON "order_search"("payment_status", "created" DESC, "order_id")
  WHERE "payment_status" <> 'Paid';
