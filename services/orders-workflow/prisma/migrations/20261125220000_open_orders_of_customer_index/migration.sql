-- The orders of a customer that something is left to pay for: a rule over the open amount reads them while it holds the customer's
-- lock, and must not pass all that the customer has ever ordered. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "order_search_customer_open_idx" ON "order_search"("customer_id", "created" DESC)
  WHERE NOT "is_deleted" AND "payment_status" IN ('NotPaid', 'PartiallyPaid');
