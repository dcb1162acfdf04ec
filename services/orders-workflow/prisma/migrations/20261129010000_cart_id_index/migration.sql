-- Most orders have no cart: only those that have one get an entry. Prisma's schema cannot say it.
-- Orders are written while it is made.
CREATE INDEX CONCURRENTLY "order_search_of_cart_idx" ON "order_search"("cart_id") WHERE "cart_id" IS NOT NULL;
