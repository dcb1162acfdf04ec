/** What each field of a shipment means. */
export const shipmentTexts = {
  address: 'Where the goods go. Null: the carrier is given the billing address of the order.',
  comment: 'A remark about the shipment, replaced by the one of UpdateStatus or OrderLinesUpdate. Pick lists print it.',
  completed: 'When everything in the shipment was delivered, as step CompleteShipment found. Set by the system.',
  contactPerson: 'Whom the carrier is to reach about the delivery.',
  discounts: 'Discounts on the shipping of this shipment alone. Discounts of the form with type `Shipping` apply as well.',
  expectedDeliveryDate: 'When the shipment is expected to arrive. A date of the client, stored as sent.',
  expectedShipmentDate: 'When the shipment is expected to leave. A date of the client, stored as sent.',
  externalIds:
    'Ids of the shipment in other systems, such as the booking at a carrier, which step BookShipment enters under the name of its connector. Searches find them.',
  goodsDescription: 'What the shipment contains, in words for the carrier.',
  isAllocated: 'Whether step AllocateToWarehouse chose `warehouseCode`. Set by the system.',
  lineItems:
    'Copies of the lines that the shipment holds, with the quantities and amounts of this shipment. Over all shipments they sum to the lines of the order form.',
  orderStatus:
    'The status of the shipment in the workflow, one of those of the order type. Changed by UpdateStatus and OrderLinesUpdate; the state of the goods is in `status`.',
  orderStatusLog: 'The changes of `orderStatus`, oldest first; the newest 250 are kept. Set by the system.',
  packages: 'The parcels that the shipment is sent in.',
  pickUpPointInformation:
    'The place where the customer collects the goods from the carrier. Documents print it in place of the address.',
  pickUpWarehouseCode:
    'The warehouse where the customer collects the goods. Stored as sent, and taken over by a shipment that is split off; goods leave from `warehouseCode`.',
  prevStatus: 'The `orderStatus` before the current one; null: there was none. Set by the system with each change.',
  properties: 'Custom data by key. Searches find `PicklistId`; everything else is stored as sent.',
  returnLabelLink:
    'The address of a label for sending goods back. Set by BookShipment where the carrier has one, by status updates, or sent.',
  returnTrackingLink: 'The page that shows where goods are that are sent back. Set as `returnLabelLink` is.',
  returnTrackingNumber: 'The tracking number of goods that are sent back. Searches find it. Set as `returnLabelLink` is.',
  servicePointId:
    "The carrier's id of the place where the customer collects the goods. The carrier is given it with the booking.",
  shipmentId:
    'Identifies the shipment in the order. The highest number + 1 where it is left out; "1" where the system makes the first one.',
  shipmentLabelLink: 'The address of the shipping label. Set by BookShipment, by status updates (`labelLink`), or sent.',
  shipmentTaxRate: 'The tax rate of the shipping in percent, 0 to 100. Null: the rate of the market counts.',
  shipmentTrackingLink:
    'The page that shows where the shipment is; messages to the customer contain it. Set by BookShipment, by status updates (`trackingUrl`), or sent.',
  shipmentTrackingNumber:
    "The carrier's number of the shipment. With one the shipment counts as booked, and it is kept when it has no lines left. Set by BookShipment, by status updates (`trackingNumber`), or sent.",
  shippingCreditedTotal:
    'Shipping that was credited. Stored as sent, and not calculated; patches leave it alone. What returns credit of the shipping is in the order form and the return forms.',
  shippingDiscountAmount:
    'What discounts take off the shipping, with tax. A sent amount above what discount objects give is a manual discount; the result is at most `shippingSubTotal`.',
  shippingLabel: 'The shipping label, as the client notes it. Stored as sent; its address is in `shipmentLabelLink`.',
  shippingMethodId: 'The id of the shipping method. The carrier is given it with the booking.',
  shippingMethodName:
    'The shipping method by name. Documents print it; searches, facets and the filters of workflow steps go by it. The carrier is given it with the booking.',
  shippingMethodProductId: "The carrier's product of the shipping method. The carrier is given it with the booking.",
  shippingSubTotal:
    'What shipping costs the customer before discounts, with tax; not negative. Sent by the client, 0 when left out.',
  shippingSubTotalExclTax: '`shippingSubTotal` without tax, before discounts. Calculated.',
  shippingTax: 'The tax in `shippingTotal`. Calculated.',
  shippingTotal:
    'What shipping costs the customer after discounts, with tax: `shippingSubTotal` less `shippingDiscountAmount`; 0 when all lines of the shipment are cancelled. Calculated.',
  status:
    'The state of the goods: `AwaitingInventory`, `OnHold`, `Packing`, `Released`, `Shipped`, `Cancelled`, `SplittedShippedShipment`, `PickingPostponed`, or null. `Released` and `Shipped` mean that they have left: they are captured and taken out of stock. Set by statuses and steps of the workflow; the status in the workflow is in `orderStatus`.',
  subTotal:
    'The goods of the shipment after all discounts, with tax and without shipping: the sum of `extendedPrice` of its lines. Calculated.',
  taxTotal: 'The tax in `total`: of the goods and of the shipping. Calculated.',
  total:
    'Goods and shipping of the shipment after discounts, with tax. Handling and rounding belong to the order form alone. Calculated.',
  transit: 'Whether the client marks the shipment as being in transit. Stored as sent; no step sets it.',
  virtualWarehouseCode: 'A virtual warehouse that the client assigns. Stored as sent; goods leave from `warehouseCode`.',
  warehouseCode:
    "The warehouse that the goods leave from, which reservations and withdrawals go by. Chosen by step AllocateToWarehouse where it is null; until then the first warehouse of the order's store counts.",
}
