-- What staff look for return forms by. Null: an earlier version has written the form; a background task states it. No row is rewritten.
ALTER TABLE "order_return" ADD COLUMN "is_refund_open" BOOLEAN,
ADD COLUMN "stated_for" TIMESTAMPTZ(3),
ADD COLUMN "status" TEXT COLLATE "C";
