-- Search texts of an earlier version, which do not begin with the mark of those that are folded as Unicode says: the service folds them
-- again while it runs, and finds here what is left. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "order_term_earlier_text_idx" ON "order_term"("order_id") WHERE left("search_text", 1) <> E'\x02';
