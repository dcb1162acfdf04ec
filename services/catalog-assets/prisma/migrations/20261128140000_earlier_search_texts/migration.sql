-- Search texts of an earlier version, which do not begin with the mark of those that are folded as Unicode says: the service folds them
-- again while it runs, and finds here what is left. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "product_search_earlier_text_idx" ON "product_search"("product_id") WHERE left("search_text", 1) <> E'\x02';
