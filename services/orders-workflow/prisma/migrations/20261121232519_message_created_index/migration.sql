-- What is older than its 90 days is found without reading what is kept.
-- CreateIndex
CREATE INDEX "message_created_idx" ON "message"("created");
