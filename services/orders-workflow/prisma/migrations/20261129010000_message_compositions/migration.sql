-- A message is stored with what it is composed of, and composed after the commit. Until then it has no
-- next attempt, so that a process of the former version does not send it.
ALTER TABLE "message" ADD COLUMN "composition" JSON,
ADD COLUMN "compose_at" TIMESTAMPTZ(3),
ADD COLUMN "warning" TEXT;
