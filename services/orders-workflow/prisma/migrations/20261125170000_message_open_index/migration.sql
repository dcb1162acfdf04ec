-- Only messages that are not sent have an entry, by kind: sending one writes none, and looking for due
-- ones passes neither sent ones nor those of another kind. Prisma's schema cannot say it.
DROP INDEX "message_next_attempt_idx";
CREATE INDEX "message_kind_next_attempt_idx" ON "message"("kind", "next_attempt") WHERE "next_attempt" IS NOT NULL;
