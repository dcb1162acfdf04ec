-- Their places are taken by the indexes before.
DROP INDEX "order_search_cart_id_idx";
DROP INDEX "order_search_completed_idx";
DROP INDEX "order_search_authorization_expires_idx";
