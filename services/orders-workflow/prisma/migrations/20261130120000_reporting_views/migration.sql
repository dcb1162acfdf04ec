-- What reports and BI tools may read (docs/reference/reporting-views.md): stable columns, without personal data. A view reads with the
-- rights of its owner, so that who may read it needs no others; deploy/postgres/roles/service-database.sql says who that is.
CREATE SCHEMA IF NOT EXISTS "reporting";

CREATE VIEW "reporting"."orders" AS SELECT
  s.order_id AS "order_id",
  s.order_number AS "order_number",
  s.store_id AS "store_id",
  s.order_type AS "order_type",
  s.status AS "status",
  s.market_id AS "market_id",
  s.sales_channel AS "sales_channel",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  s.payment_status AS "payment_status",
  s.fulfilment_status AS "fulfilment_status",
  s.inventory_status AS "inventory_status",
  s.created AS "created_at",
  s.modified AS "changed_at",
  s.completed AS "completed_at",
  s.ready_for_pickup AS "ready_for_pickup_at",
  s.requested_delivery AS "requested_delivery_at",
  s.held_since AS "held_since",
  s.first_payment AS "first_payment_at",
  s.last_payment AS "last_payment_at",
  (SELECT encode(sha256(convert_to(k.secret || ':reporting:' || c.customer_key, 'UTF8')), 'hex') FROM "public"."erasure_key" AS k) AS "customer_hash",
  s.total AS "total",
  coalesce((o.document #>> '{totalExclTax}')::numeric, 0) AS "total_excl_tax",
  coalesce((o.document #>> '{taxTotal}')::numeric, 0) AS "tax_total",
  coalesce((o.document #>> '{subTotal}')::numeric, 0) AS "goods_total",
  coalesce((o.document #>> '{orderForm,shippingTotal}')::numeric, 0) AS "shipping_total",
  coalesce((o.document #>> '{orderForm,handlingTotal}')::numeric, 0) AS "handling_total",
  coalesce((o.document #>> '{orderForm,orderLevelTax}')::numeric, 0) AS "handling_tax",
  coalesce((o.document #>> '{discountTotalIncVat}')::numeric, 0) AS "discount_total",
  coalesce((o.document #>> '{lineItemsCost}')::numeric, 0) AS "cost_total",
  coalesce((o.document #>> '{netTotal}')::numeric, 0) AS "net_total",
  coalesce((o.document #>> '{orderForm,capturedPaymentTotal}')::numeric, 0) AS "captured_total",
  coalesce((o.document #>> '{orderForm,creditPaymentTotal}')::numeric, 0) AS "refunded_total",
  coalesce((o.document #>> '{remainingPayment}')::numeric, 0) AS "remaining_payment",
  s.tags AS "tags",
  s.shipping_methods AS "shipping_methods",
  s.is_urgent AS "is_urgent",
  s.has_errors AS "has_errors"
  FROM "public"."order_search" AS s
  LEFT JOIN "public"."order" AS o ON o.id = s.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = s.order_id
  WHERE NOT s.is_deleted;
COMMENT ON VIEW "reporting"."orders" IS 'Orders, one row each. Deleted orders are not in it.';
COMMENT ON COLUMN "reporting"."orders"."order_id" IS 'Identifies the order.';
COMMENT ON COLUMN "reporting"."orders"."order_number" IS 'The number that the customer sees.';
COMMENT ON COLUMN "reporting"."orders"."store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."orders"."order_type" IS 'The type of the order, such as `Online`.';
COMMENT ON COLUMN "reporting"."orders"."status" IS 'The status of the workflow.';
COMMENT ON COLUMN "reporting"."orders"."market_id" IS 'The market.';
COMMENT ON COLUMN "reporting"."orders"."sales_channel" IS 'Where it was sold, in a word of the client.';
COMMENT ON COLUMN "reporting"."orders"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."orders"."payment_status" IS '`NotPaid`, `PartiallyPaid`, `Authorized`, `Paid` or `OverPaid`.';
COMMENT ON COLUMN "reporting"."orders"."fulfilment_status" IS 'How far the goods are; `Cancelled`: every line is cancelled whole.';
COMMENT ON COLUMN "reporting"."orders"."inventory_status" IS '`InStock`, `PartiallyInStock` or `NotInStock`.';
COMMENT ON COLUMN "reporting"."orders"."created_at" IS 'When it was created. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."orders"."changed_at" IS 'When it was last changed. Filter by it: it is indexed, and every change moves it.';
COMMENT ON COLUMN "reporting"."orders"."completed_at" IS 'When it was completed; null: it is not.';
COMMENT ON COLUMN "reporting"."orders"."ready_for_pickup_at" IS 'When the customer could collect it; null: it is not to be collected, or not yet.';
COMMENT ON COLUMN "reporting"."orders"."requested_delivery_at" IS 'When the customer wants it.';
COMMENT ON COLUMN "reporting"."orders"."held_since" IS 'Since when it has been held; null: it is not.';
COMMENT ON COLUMN "reporting"."orders"."first_payment_at" IS 'The time of its first payment.';
COMMENT ON COLUMN "reporting"."orders"."last_payment_at" IS 'The time of its last payment.';
COMMENT ON COLUMN "reporting"."orders"."customer_hash" IS 'The same for all orders of a customer, and nothing else; null: the order names nobody. It cannot be turned into who it is.';
COMMENT ON COLUMN "reporting"."orders"."total" IS 'What the order costs, with tax.';
COMMENT ON COLUMN "reporting"."orders"."total_excl_tax" IS 'The same without tax.';
COMMENT ON COLUMN "reporting"."orders"."tax_total" IS 'The tax in `total`.';
COMMENT ON COLUMN "reporting"."orders"."goods_total" IS 'The goods after discounts, with tax.';
COMMENT ON COLUMN "reporting"."orders"."shipping_total" IS 'The shipping after discounts, with tax.';
COMMENT ON COLUMN "reporting"."orders"."handling_total" IS 'The handling, with tax.';
COMMENT ON COLUMN "reporting"."orders"."handling_tax" IS 'The tax in `handling_total`.';
COMMENT ON COLUMN "reporting"."orders"."discount_total" IS 'What discounts took off, with tax, on shipping too.';
COMMENT ON COLUMN "reporting"."orders"."cost_total" IS 'What the goods cost the shop, without tax.';
COMMENT ON COLUMN "reporting"."orders"."net_total" IS '`total` less what return forms credit, with tax.';
COMMENT ON COLUMN "reporting"."orders"."captured_total" IS 'What was taken from the customer. Refunds are not taken off.';
COMMENT ON COLUMN "reporting"."orders"."refunded_total" IS 'What was paid back.';
COMMENT ON COLUMN "reporting"."orders"."remaining_payment" IS 'What is still to be paid.';
COMMENT ON COLUMN "reporting"."orders"."tags" IS 'Its tags, each once.';
COMMENT ON COLUMN "reporting"."orders"."shipping_methods" IS 'The methods of its shipments, each once.';
COMMENT ON COLUMN "reporting"."orders"."is_urgent" IS 'Whether it is urgent.';
COMMENT ON COLUMN "reporting"."orders"."has_errors" IS 'Whether it has errors that are not settled.';

CREATE VIEW "reporting"."order_lines" AS SELECT
  s.order_id AS "order_id",
  s.store_id AS "store_id",
  s.order_type AS "order_type",
  s.created AS "order_created_at",
  s.modified AS "order_changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  s.status AS "order_status",
  s.fulfilment_status AS "order_fulfilment_status",
  s.sales_channel AS "sales_channel",
  l."lineItemId" AS "line_id",
  l."packageLineItemId" AS "package_line_id",
  l.code AS "sku_id",
  l."productId" AS "product_id",
  l."displayName" AS "product_name",
  l."productType" AS "product_type",
  l.brand AS "brand",
  l.unit AS "unit",
  coalesce(l.quantity, 0) AS "quantity",
  coalesce(l."canceledQuantity", 0) AS "cancelled_quantity",
  coalesce(l."deliveredQuantity", 0) AS "delivered_quantity",
  coalesce(l."returnQuantity", 0) AS "returned_quantity",
  coalesce(l."placedPrice", 0) AS "unit_price",
  l."taxRate" AS "tax_rate",
  coalesce(l."extendedPrice", 0) AS "total",
  coalesce(l."extendedPriceExclTax", 0) AS "total_excl_tax",
  coalesce(l."taxTotal", 0) AS "tax_total",
  coalesce(l."lineItemDiscountAmount", 0) AS "line_discount",
  coalesce(l."orderDiscountAmount", 0) AS "order_discount",
  coalesce(l."costTotal", 0) AS "cost_total",
  l."campaignId" AS "campaign_id"
  FROM "public"."order_search" AS s
  JOIN "public"."order" AS o ON o.id = s.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = s.order_id
  CROSS JOIN LATERAL json_to_recordset(o.document #> '{orderForm,lineItems}') AS l(
    "lineItemId" text, "packageLineItemId" text, code text, "productId" text, "displayName" text, "productType" text, brand text, unit text,
    quantity numeric, "canceledQuantity" numeric, "deliveredQuantity" numeric, "returnQuantity" numeric, "placedPrice" numeric,
    "taxRate" numeric, "extendedPrice" numeric, "extendedPriceExclTax" numeric, "taxTotal" numeric, "lineItemDiscountAmount" numeric,
    "orderDiscountAmount" numeric, "costTotal" numeric, "campaignId" text)
  WHERE NOT s.is_deleted;
COMMENT ON VIEW "reporting"."order_lines" IS 'Lines of orders, one row each. Components of packages are lines too.';
COMMENT ON COLUMN "reporting"."order_lines"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."order_lines"."store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."order_lines"."order_type" IS 'The type of the order, such as `Online`.';
COMMENT ON COLUMN "reporting"."order_lines"."order_created_at" IS 'When the order was created. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."order_lines"."order_changed_at" IS 'When the order was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."order_lines"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."order_lines"."order_status" IS 'The status of the order.';
COMMENT ON COLUMN "reporting"."order_lines"."order_fulfilment_status" IS 'How far the goods of the order are; `Cancelled`: every line is cancelled whole.';
COMMENT ON COLUMN "reporting"."order_lines"."sales_channel" IS 'Where the order was sold, in a word of the client.';
COMMENT ON COLUMN "reporting"."order_lines"."line_id" IS 'Identifies the line in its order.';
COMMENT ON COLUMN "reporting"."order_lines"."package_line_id" IS 'The line of the package that it is a component of; null: it is none.';
COMMENT ON COLUMN "reporting"."order_lines"."sku_id" IS 'The code of what is sold.';
COMMENT ON COLUMN "reporting"."order_lines"."product_id" IS 'The product in the catalogue.';
COMMENT ON COLUMN "reporting"."order_lines"."product_name" IS 'What it is called.';
COMMENT ON COLUMN "reporting"."order_lines"."product_type" IS 'The type of product.';
COMMENT ON COLUMN "reporting"."order_lines"."brand" IS 'The brand.';
COMMENT ON COLUMN "reporting"."order_lines"."unit" IS 'What is counted or measured.';
COMMENT ON COLUMN "reporting"."order_lines"."quantity" IS 'Ordered units.';
COMMENT ON COLUMN "reporting"."order_lines"."cancelled_quantity" IS 'Units of these that were cancelled.';
COMMENT ON COLUMN "reporting"."order_lines"."delivered_quantity" IS 'Units of these that were delivered.';
COMMENT ON COLUMN "reporting"."order_lines"."returned_quantity" IS 'Units of these that came back.';
COMMENT ON COLUMN "reporting"."order_lines"."unit_price" IS 'The price of a unit before discounts, with tax.';
COMMENT ON COLUMN "reporting"."order_lines"."tax_rate" IS 'The tax rate in percent; null: that of the market.';
COMMENT ON COLUMN "reporting"."order_lines"."total" IS 'The line after all discounts, without cancelled units, with tax.';
COMMENT ON COLUMN "reporting"."order_lines"."total_excl_tax" IS 'The same without tax.';
COMMENT ON COLUMN "reporting"."order_lines"."tax_total" IS 'The tax in `total`.';
COMMENT ON COLUMN "reporting"."order_lines"."line_discount" IS 'What discounts on the line took off, with tax.';
COMMENT ON COLUMN "reporting"."order_lines"."order_discount" IS 'The share of the line in discounts on the order, with tax.';
COMMENT ON COLUMN "reporting"."order_lines"."cost_total" IS 'What the line costs the shop, without tax.';
COMMENT ON COLUMN "reporting"."order_lines"."campaign_id" IS 'The campaign that the client names.';

CREATE VIEW "reporting"."payments" AS SELECT
  s.order_id AS "order_id",
  s.store_id AS "store_id",
  s.order_type AS "order_type",
  s.created AS "order_created_at",
  s.modified AS "order_changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  s.first_payment AS "order_first_payment_at",
  s.last_payment AS "order_last_payment_at",
  p.id AS "payment_id",
  p."shipmentId" AS "shipment_id",
  p."transactionType" AS "type",
  p.status AS "status",
  coalesce(p.status IN ('Processed', 'Paid', 'Approved'), false) AS "counts",
  p."paymentMethodName" AS "method",
  coalesce(p.amount, 0) AS "amount",
  p.created AS "created_at",
  coalesce(p."paidDate", p.created) AS "paid_at"
  FROM "public"."order_search" AS s
  JOIN "public"."order" AS o ON o.id = s.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = s.order_id
  CROSS JOIN LATERAL json_to_recordset(o.document #> '{orderForm,payments}') AS p(
    id text, "shipmentId" text, "transactionType" text, status text, "paymentMethodName" text, amount numeric, created timestamptz,
    "paidDate" timestamptz)
  WHERE NOT s.is_deleted;
COMMENT ON VIEW "reporting"."payments" IS 'Payments of orders, one row for each transaction, failed ones too.';
COMMENT ON COLUMN "reporting"."payments"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."payments"."store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."payments"."order_type" IS 'The type of the order, such as `Online`.';
COMMENT ON COLUMN "reporting"."payments"."order_created_at" IS 'When the order was created. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."payments"."order_changed_at" IS 'When the order was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."payments"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."payments"."order_first_payment_at" IS 'The time of the first payment of the order.';
COMMENT ON COLUMN "reporting"."payments"."order_last_payment_at" IS 'The time of the last payment of the order. Filter by it too when you filter by `paid_at`: it is indexed.';
COMMENT ON COLUMN "reporting"."payments"."payment_id" IS 'Identifies the payment in its order.';
COMMENT ON COLUMN "reporting"."payments"."shipment_id" IS 'The shipment that it is for; null: the order as a whole.';
COMMENT ON COLUMN "reporting"."payments"."type" IS '`Authorization`, `Capture`, `Sale`, `Credit` (a refund), `Invoiced` or `Void`.';
COMMENT ON COLUMN "reporting"."payments"."status" IS '`Processed`, `Failed`, `Pending`, `Paid` or `Approved`.';
COMMENT ON COLUMN "reporting"."payments"."counts" IS 'Whether its money counts: false of those that failed or are pending.';
COMMENT ON COLUMN "reporting"."payments"."method" IS 'The payment method, as it is configured.';
COMMENT ON COLUMN "reporting"."payments"."amount" IS 'How much; above 0 for refunds too.';
COMMENT ON COLUMN "reporting"."payments"."created_at" IS 'When it was entered.';
COMMENT ON COLUMN "reporting"."payments"."paid_at" IS 'When the money moved, else when it was entered.';

CREATE VIEW "reporting"."shipments" AS SELECT
  s.order_id AS "order_id",
  s.store_id AS "store_id",
  s.order_type AS "order_type",
  s.created AS "order_created_at",
  s.modified AS "order_changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  h."shipmentId" AS "shipment_id",
  h."orderStatus" AS "status",
  h."warehouseCode" AS "warehouse_code",
  h."shippingMethodName" AS "shipping_method",
  h."expectedShipmentDate" AS "expected_shipment_at",
  h."expectedDeliveryDate" AS "expected_delivery_at",
  h.completed AS "completed_at",
  h."shipmentTaxRate" AS "shipping_tax_rate",
  coalesce(h."shippingTotal", 0) AS "shipping_total",
  coalesce(h."shippingTax", 0) AS "shipping_tax",
  coalesce(h."subTotal", 0) AS "goods_total"
  FROM "public"."order_search" AS s
  JOIN "public"."order" AS o ON o.id = s.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = s.order_id
  CROSS JOIN LATERAL json_to_recordset(o.document #> '{orderForm,shipments}') AS h(
    "shipmentId" text, "orderStatus" text, "warehouseCode" text, "shippingMethodName" text, "expectedShipmentDate" timestamptz,
    "expectedDeliveryDate" timestamptz, completed timestamptz, "shipmentTaxRate" numeric, "shippingTotal" numeric, "shippingTax" numeric,
    "subTotal" numeric)
  WHERE NOT s.is_deleted;
COMMENT ON VIEW "reporting"."shipments" IS 'Shipments of orders, one row each.';
COMMENT ON COLUMN "reporting"."shipments"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."shipments"."store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."shipments"."order_type" IS 'The type of the order, such as `Online`.';
COMMENT ON COLUMN "reporting"."shipments"."order_created_at" IS 'When the order was created. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."shipments"."order_changed_at" IS 'When the order was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."shipments"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."shipments"."shipment_id" IS 'Identifies the shipment in its order.';
COMMENT ON COLUMN "reporting"."shipments"."status" IS 'The status of the workflow.';
COMMENT ON COLUMN "reporting"."shipments"."warehouse_code" IS 'The warehouse that it leaves.';
COMMENT ON COLUMN "reporting"."shipments"."shipping_method" IS 'How it is sent.';
COMMENT ON COLUMN "reporting"."shipments"."expected_shipment_at" IS 'When it is expected to leave.';
COMMENT ON COLUMN "reporting"."shipments"."expected_delivery_at" IS 'When it is expected at the customer.';
COMMENT ON COLUMN "reporting"."shipments"."completed_at" IS 'When everything in it was delivered; null: not yet.';
COMMENT ON COLUMN "reporting"."shipments"."shipping_tax_rate" IS 'The tax rate of the shipping in percent; null: that of the market.';
COMMENT ON COLUMN "reporting"."shipments"."shipping_total" IS 'The shipping after discounts, with tax.';
COMMENT ON COLUMN "reporting"."shipments"."shipping_tax" IS 'The tax in `shipping_total`.';
COMMENT ON COLUMN "reporting"."shipments"."goods_total" IS 'The goods in it after discounts, with tax.';

CREATE VIEW "reporting"."discounts" AS SELECT
  s.order_id AS "order_id",
  s.store_id AS "store_id",
  s.order_type AS "order_type",
  s.created AS "order_created_at",
  s.modified AS "order_changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  d.line_id AS "line_id",
  d.shipment_id AS "shipment_id",
  d.discount_id AS "discount_id",
  d.code AS "code",
  d.name AS "name",
  d.source AS "source",
  coalesce(d.amount, 0) AS "amount"
  FROM "public"."order_search" AS s
  JOIN "public"."order" AS o ON o.id = s.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = s.order_id
  CROSS JOIN LATERAL (
    SELECT NULL::text AS line_id, NULL::text AS shipment_id, f."discountId" AS discount_id, f."discountCode" AS code, f."discountName" AS name,
           f."discountSource" AS source, f."discountAmount" AS amount
      FROM json_to_recordset(o.document #> '{orderForm,discounts}') AS f("discountId" text, "discountCode" text, "discountName" text, "discountSource" text, "discountAmount" numeric)
    UNION ALL
    SELECT l."lineItemId", NULL, f."discountId", f."discountCode", f."discountName", f."discountSource", f."discountAmount"
      FROM json_to_recordset(o.document #> '{orderForm,lineItems}') AS l("lineItemId" text, "orderLineDiscounts" json)
      CROSS JOIN LATERAL json_to_recordset(l."orderLineDiscounts") AS f("discountId" text, "discountCode" text, "discountName" text, "discountSource" text, "discountAmount" numeric)
    UNION ALL
    SELECT NULL, h."shipmentId", f."discountId", f."discountCode", f."discountName", f."discountSource", f."discountAmount"
      FROM json_to_recordset(o.document #> '{orderForm,shipments}') AS h("shipmentId" text, discounts json)
      CROSS JOIN LATERAL json_to_recordset(h.discounts) AS f("discountId" text, "discountCode" text, "discountName" text, "discountSource" text, "discountAmount" numeric)
  ) AS d
  WHERE NOT s.is_deleted AND d.amount > 0;
COMMENT ON VIEW "reporting"."discounts" IS 'Discounts that took something off, one row for each discount of an order, a line or a shipment.';
COMMENT ON COLUMN "reporting"."discounts"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."discounts"."store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."discounts"."order_type" IS 'The type of the order, such as `Online`.';
COMMENT ON COLUMN "reporting"."discounts"."order_created_at" IS 'When the order was created. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."discounts"."order_changed_at" IS 'When the order was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."discounts"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."discounts"."line_id" IS 'The line that it is on alone; null: it is on the order or a shipment.';
COMMENT ON COLUMN "reporting"."discounts"."shipment_id" IS 'The shipment that it is on alone; null: it is on the order or a line.';
COMMENT ON COLUMN "reporting"."discounts"."discount_id" IS 'Identifies the discount.';
COMMENT ON COLUMN "reporting"."discounts"."code" IS 'The code that the customer redeemed, or that names the discount.';
COMMENT ON COLUMN "reporting"."discounts"."name" IS 'The name of the discount.';
COMMENT ON COLUMN "reporting"."discounts"."source" IS 'Where it comes from, such as a campaign system.';
COMMENT ON COLUMN "reporting"."discounts"."amount" IS 'What it took off, with tax.';

CREATE VIEW "reporting"."returns" AS SELECT
  r.order_id AS "order_id",
  r.return_id AS "return_id",
  r.store_id AS "store_id",
  r.order_store_id AS "order_store_id",
  r.status AS "status",
  r.created AS "created_at",
  r.modified AS "changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  o.document -> 'returnOrderForms' -> r.place ->> 'returnType' AS "return_type",
  r.is_refund_open AS "is_refund_open",
  coalesce((o.document -> 'returnOrderForms' -> r.place ->> 'total')::numeric, 0) AS "total",
  coalesce((o.document -> 'returnOrderForms' -> r.place ->> 'taxTotal')::numeric, 0) AS "tax_total",
  coalesce((o.document -> 'returnOrderForms' -> r.place ->> 'creditAmount')::numeric, 0) AS "credit_amount",
  coalesce((o.document -> 'returnOrderForms' -> r.place ->> 'creditPaymentTotal')::numeric, 0) AS "refunded_total"
  FROM "public"."order_return" AS r
  JOIN "public"."order" AS o ON o.id = r.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = r.order_id
  WHERE NOT r.is_deleted;
COMMENT ON VIEW "reporting"."returns" IS 'Return forms of orders, one row each.';
COMMENT ON COLUMN "reporting"."returns"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."returns"."return_id" IS 'Identifies the return form in its order.';
COMMENT ON COLUMN "reporting"."returns"."store_id" IS 'The store that took the goods back, else that of the order.';
COMMENT ON COLUMN "reporting"."returns"."order_store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."returns"."status" IS 'The status of the form.';
COMMENT ON COLUMN "reporting"."returns"."created_at" IS 'When the form was made. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."returns"."changed_at" IS 'When the form was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."returns"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."returns"."return_type" IS 'The kind of return, in a word of the client.';
COMMENT ON COLUMN "reporting"."returns"."is_refund_open" IS 'Whether less was paid back than is to be.';
COMMENT ON COLUMN "reporting"."returns"."total" IS 'What the return is worth, with tax.';
COMMENT ON COLUMN "reporting"."returns"."tax_total" IS 'The tax in `total`.';
COMMENT ON COLUMN "reporting"."returns"."credit_amount" IS 'What is to be paid back.';
COMMENT ON COLUMN "reporting"."returns"."refunded_total" IS 'What was paid back for the form.';

CREATE VIEW "reporting"."return_lines" AS SELECT
  r.order_id AS "order_id",
  r.return_id AS "return_id",
  r.store_id AS "store_id",
  r.order_store_id AS "order_store_id",
  r.status AS "status",
  r.created AS "created_at",
  r.modified AS "changed_at",
  coalesce(c.currency, o.document ->> 'billingCurrency') AS "currency",
  l."lineItemId" AS "line_id",
  l.code AS "sku_id",
  l."productId" AS "product_id",
  l."displayName" AS "product_name",
  CASE WHEN l."returnReason" ~ '^[[:alpha:]][[:alpha:] ,/-]{0,39}$' THEN l."returnReason" WHEN l."returnReason" <> '' THEN 'Other' END AS "reason",
  coalesce(l.quantity, 0) AS "quantity",
  l."taxRate" AS "tax_rate",
  coalesce(l."extendedPrice", 0) AS "total",
  coalesce(l."taxTotal", 0) AS "tax_total"
  FROM "public"."order_return" AS r
  JOIN "public"."order" AS o ON o.id = r.order_id
  LEFT JOIN "public"."order_customer" AS c ON c.order_id = r.order_id
  CROSS JOIN LATERAL json_to_recordset(o.document -> 'returnOrderForms' -> r.place -> 'lineItems') AS l(
    "lineItemId" text, code text, "productId" text, "displayName" text, "returnReason" text, quantity numeric, "taxRate" numeric,
    "extendedPrice" numeric, "taxTotal" numeric)
  WHERE NOT r.is_deleted;
COMMENT ON VIEW "reporting"."return_lines" IS 'Lines of return forms, one row each.';
COMMENT ON COLUMN "reporting"."return_lines"."order_id" IS 'The order.';
COMMENT ON COLUMN "reporting"."return_lines"."return_id" IS 'Identifies the return form in its order.';
COMMENT ON COLUMN "reporting"."return_lines"."store_id" IS 'The store that took the goods back, else that of the order.';
COMMENT ON COLUMN "reporting"."return_lines"."order_store_id" IS 'The store of the order.';
COMMENT ON COLUMN "reporting"."return_lines"."status" IS 'The status of the form.';
COMMENT ON COLUMN "reporting"."return_lines"."created_at" IS 'When the form was made. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."return_lines"."changed_at" IS 'When the form was last changed. Filter by it: it is indexed.';
COMMENT ON COLUMN "reporting"."return_lines"."currency" IS 'The currency of the amounts.';
COMMENT ON COLUMN "reporting"."return_lines"."line_id" IS 'The line of the order.';
COMMENT ON COLUMN "reporting"."return_lines"."sku_id" IS 'The code of what came back.';
COMMENT ON COLUMN "reporting"."return_lines"."product_id" IS 'The product in the catalogue.';
COMMENT ON COLUMN "reporting"."return_lines"."product_name" IS 'What it is called.';
COMMENT ON COLUMN "reporting"."return_lines"."reason" IS 'Why it came back; `Other` where it is more than 40 letters or has digits or signs, as what people write has; null: no reason.';
COMMENT ON COLUMN "reporting"."return_lines"."quantity" IS 'Units that came back.';
COMMENT ON COLUMN "reporting"."return_lines"."tax_rate" IS 'The tax rate in percent; null: that of the market.';
COMMENT ON COLUMN "reporting"."return_lines"."total" IS 'What is credited for them, with tax.';
COMMENT ON COLUMN "reporting"."return_lines"."tax_total" IS 'The tax in `total`.';

CREATE VIEW "reporting"."stock" AS SELECT
  i.sku_id AS "sku_id",
  i.warehouse_code AS "warehouse_code",
  p.product_id AS "product_id",
  p.name AS "product_name",
  p.brand AS "brand",
  p.cost AS "unit_cost",
  i.quantity AS "quantity",
  i.reserved_quantity AS "reserved_quantity",
  i.quantity - i.reserved_quantity AS "available_quantity",
  i.low_stock_at AS "low_stock_at",
  i.modified AS "changed_at"
  FROM "public"."inventory" AS i
  LEFT JOIN LATERAL (
    SELECT k.product_id, coalesce(k.name, t.name) AS name, t.brand, k.cost
      FROM "public"."product_copy_sku" AS k JOIN "public"."product_copy" AS t ON t.product_id = k.product_id
     WHERE k.sku_id = i.sku_id ORDER BY t.revision DESC, k.product_id LIMIT 1
  ) AS p ON true;
COMMENT ON VIEW "reporting"."stock" IS 'What is kept of each SKU in each warehouse, as it is now.';
COMMENT ON COLUMN "reporting"."stock"."sku_id" IS 'The SKU.';
COMMENT ON COLUMN "reporting"."stock"."warehouse_code" IS 'The warehouse.';
COMMENT ON COLUMN "reporting"."stock"."product_id" IS 'The product in the catalogue; null: it has none of that code.';
COMMENT ON COLUMN "reporting"."stock"."product_name" IS 'What it is called.';
COMMENT ON COLUMN "reporting"."stock"."brand" IS 'The brand.';
COMMENT ON COLUMN "reporting"."stock"."unit_cost" IS 'What a unit costs the shop, without tax.';
COMMENT ON COLUMN "reporting"."stock"."quantity" IS 'Units that are there.';
COMMENT ON COLUMN "reporting"."stock"."reserved_quantity" IS 'Units of these that are reserved for orders.';
COMMENT ON COLUMN "reporting"."stock"."available_quantity" IS 'Units that can be sold.';
COMMENT ON COLUMN "reporting"."stock"."low_stock_at" IS 'At so many available units it is low; null: at those of the settings.';
COMMENT ON COLUMN "reporting"."stock"."changed_at" IS 'When it last changed.';

CREATE VIEW "reporting"."stock_movements" AS SELECT
  m.id AS "movement_id",
  m.sku_id AS "sku_id",
  m.warehouse_code AS "warehouse_code",
  m.kind AS "kind",
  m.quantity_delta AS "quantity_delta",
  m.reserved_delta AS "reserved_delta",
  m.order_id AS "order_id",
  m.created AS "created_at"
  FROM "public"."inventory_movement" AS m;
COMMENT ON VIEW "reporting"."stock_movements" IS 'Every change of stock, one row each; the sums of a SKU in a warehouse are what `stock` says.';
COMMENT ON COLUMN "reporting"."stock_movements"."movement_id" IS 'Identifies the movement; rises.';
COMMENT ON COLUMN "reporting"."stock_movements"."sku_id" IS 'The SKU.';
COMMENT ON COLUMN "reporting"."stock_movements"."warehouse_code" IS 'The warehouse.';
COMMENT ON COLUMN "reporting"."stock_movements"."kind" IS '`Set`, `Adjust`, `Transfer`, `Reservation`, `Withdrawal` or `Return`.';
COMMENT ON COLUMN "reporting"."stock_movements"."quantity_delta" IS 'By how much the units that are there changed.';
COMMENT ON COLUMN "reporting"."stock_movements"."reserved_delta" IS 'By how much the reserved units changed.';
COMMENT ON COLUMN "reporting"."stock_movements"."order_id" IS 'The order that it is for.';
COMMENT ON COLUMN "reporting"."stock_movements"."created_at" IS 'When it happened. Filter by it: it is indexed.';
