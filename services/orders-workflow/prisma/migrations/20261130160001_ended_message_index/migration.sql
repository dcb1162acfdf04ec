-- Old messages are deleted once they have ended: one that waits has no entry, so that its changes until
-- then write none. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "message_ended_created_idx" ON "message"("created") WHERE "state" <> 'Waiting';
