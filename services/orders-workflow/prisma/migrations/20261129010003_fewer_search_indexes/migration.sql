-- Their places are taken by the indexes before.
DROP INDEX "order_search_cart_id_idx";
DROP INDEX "order_search_completed_idx";
DROP INDEX "order_search_authorization_expires_idx";

-- Descending by status or store, the ascending index is read backwards and ids are sorted within
-- each status or store. Nothing but these two sort orders used their own indexes.
DROP INDEX "order_search_status_desc_order_id_idx";
DROP INDEX "order_search_store_id_desc_order_id_idx";
