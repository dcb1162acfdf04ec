-- By which open carts are listed, such as drafts of orders by phone. Carts of before are listed from their next change on; they expire.
ALTER TABLE "cart" ADD COLUMN "sales_channel" TEXT COLLATE "C", ADD COLUMN "modified" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "cart_sales_channel_modified_id_idx" ON "cart"("sales_channel", "modified", "id");
