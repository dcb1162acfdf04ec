-- The movements of a period, as reports count them.
CREATE INDEX CONCURRENTLY "inventory_movement_created_idx" ON "inventory_movement"("created");
