-- Only messages that are to be composed have an entry. Prisma's schema cannot say it. Messages are
-- written while it is made.
CREATE INDEX CONCURRENTLY "message_compose_at_idx" ON "message"("compose_at") WHERE "compose_at" IS NOT NULL;
