-- Lists of low stock, the fewest available first.
CREATE INDEX "inventory_available_idx" ON "inventory" (("quantity" - "reserved_quantity"), "sku_id", "warehouse_code");
