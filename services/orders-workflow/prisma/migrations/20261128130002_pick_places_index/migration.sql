-- The orders of one warehouse among them. Orders are written while it is made.
CREATE INDEX CONCURRENTLY "order_search_pick_places_idx" ON "order_search" USING GIN ("pick_places") WHERE "pick_places" IS NOT NULL;
