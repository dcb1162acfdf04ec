-- The same by fulfilment status. Orders are written while it is made.
CREATE INDEX CONCURRENTLY "order_search_fulfilment_status_idx" ON "order_search"("fulfilment_status", "created" DESC, "order_id")
  WHERE "fulfilment_status" <> 'Fulfilled';
