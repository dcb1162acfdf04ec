-- Since when an order has been held, and when the first of its holds ends by time. No order that is
-- stored already has holds, so null is right for all of them, and no row is rewritten.
ALTER TABLE "order_search" ADD COLUMN "held_since" TIMESTAMPTZ(3),
ADD COLUMN "hold_until" TIMESTAMPTZ(3);
