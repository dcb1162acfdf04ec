-- Since when an order has been held, and when the first of its holds ends by time. No order that is
-- stored already has holds, so null is right for all of them.
ALTER TABLE "order_search" ADD COLUMN "held_since" TIMESTAMPTZ(3),
ADD COLUMN "hold_until" TIMESTAMPTZ(3);

-- Only held orders have an entry. Prisma's schema cannot say it.
CREATE INDEX "order_search_held_since_idx" ON "order_search"("held_since") WHERE "held_since" IS NOT NULL;
CREATE INDEX "order_search_hold_until_idx" ON "order_search"("hold_until") WHERE "hold_until" IS NOT NULL;
