-- CreateIndex
CREATE INDEX CONCURRENTLY "order_return_status_created_idx" ON "order_return"("status", "created");
