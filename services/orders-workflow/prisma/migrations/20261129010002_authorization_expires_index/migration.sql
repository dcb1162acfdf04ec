-- The same of orders with an authorisation that expires.
CREATE INDEX CONCURRENTLY "order_search_expiring_authorization_idx" ON "order_search"("authorization_expires")
  WHERE "authorization_expires" IS NOT NULL;
