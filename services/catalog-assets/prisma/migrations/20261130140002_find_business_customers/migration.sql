-- What Prisma's schema cannot say.

-- Business customers are found by parts of id and name.
CREATE INDEX "business_customer_text_idx" ON "business_customer"
  USING gin ((lower("customer_id" || ' ' || coalesce("document" ->> 'name', ''))) gin_trgm_ops);
