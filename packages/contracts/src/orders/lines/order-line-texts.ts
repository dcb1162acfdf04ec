/** What each field of an order line means. */
export const orderLineTexts = {
  alternativeProductName: 'Another name of the product. Documents print it where there is no `displayName`; searches find it.',
  brand: 'The brand of the product. Filled from the catalogue in carts and by step EnrichOrderFromProducts where it is empty.',
  campaignId: 'The campaign that the line was sold in. Stored as sent; component lines take it from their package.',
  cancelComment: 'A remark about the cancellation. Stored as sent.',
  cancelReason: 'Why units were cancelled. Stored as sent; the explanation of an order quotes it.',
  canceledDate: 'When units of the line were last cancelled. Set by the system with the cancellation.',
  canceledQuantity:
    'How many units are cancelled. They stay part of `quantity`, cost nothing and are never delivered. On the line the sum over its shipments.',
  code: 'The SKU or article number of the goods. Discounts, stock, packages and carts find the line by it.',
  color: 'The colour of the goods. Documents print it.',
  comment: 'A remark about the line. Pick lists and packing slips print it.',
  componentId: 'Of the line of a component: which component of its package it is. Set by the breakdown of the package.',
  components:
    'What a package or bundle consists of, with what was chosen. Set by the breakdown of the package, or sent to choose the components of a bundle.',
  cost: 'What one unit costs the shop. Filled from the catalogue in carts and by step EnrichOrderFromProducts where it is empty; not negative, up to 4 decimals.',
  costTotal: '`cost` of all units that are not cancelled. Calculated.',
  createPurchaseOrder: 'Whether to order the goods from a supplier. Stored as sent; patches leave it alone.',
  creditedAmount: 'What return forms that are not cancelled credit of the line, with tax. Calculated.',
  customerPickupDeadline:
    'Until when the customer can collect the goods of the line. A date of the client, which each shipment may state otherwise; the order has the deadline that the workflow sets.',
  deliveredDate: 'When units of the line were last delivered. Set by the system with the delivery, or sent with it.',
  deliveredQuantity: 'How many units the customer has got, returned ones included. On the line the sum over its shipments.',
  discountReasonCode: 'Why a discount was given, as a code of the client. Stored as sent.',
  discounted:
    'What discounts on the line itself take off the whole line, with tax and cancelled units included. A sent amount above what discount objects give is a manual discount; the result is at most the value of the line.',
  discountedExclTax: '`discounted` without tax. Calculated.',
  discountedPrice:
    'The units that are not cancelled after discounts on the line, with tax: an amount for all of them, unlike `placedPrice`. Discounts on the order are not taken off yet. Calculated.',
  discountedPriceExclTax: '`discountedPrice` without tax. Calculated.',
  displayName: 'The name of the product as the customer sees it. Filled from the catalogue where it is empty, as `brand` is.',
  ean: 'A barcode of the goods. Pick lists and packing slips print it where `gtins` is empty.',
  expectedDeliveryDate: 'When the goods are expected. A date of the client, which each shipment may state otherwise.',
  extendedPrice:
    'The worth of the line, with tax: `discountedPrice` less `orderDiscountAmount`. In a return form: what the form credits for the line. Calculated.',
  extendedPriceExclTax: '`extendedPrice` without tax. Calculated.',
  externalIds: 'Ids of the line in other systems. Searches find them.',
  groupId: 'The group of the order (`groups`) that the line belongs to. Patches leave it alone.',
  gtins: 'The barcodes of the goods. Pick lists and packing slips print the first one.',
  imageUrl: 'The address of a picture of the goods. Filled from the catalogue where it is empty, as `brand` is.',
  internalWarehouseLocation: 'Where the goods are in the warehouse. Pick lists are sorted by it, A-2 before A-12.',
  isAwaitingPurchaseOrder: 'Whether goods from a supplier are awaited. Stored as sent.',
  isBackorder:
    'True: the goods may be reserved beyond the stock, and a delivery that the stock does not cover is a warning and no error.',
  isBundle: 'True: the line is a bundle, whose components are chosen among options. Patches leave it alone.',
  isConfigurableProduct: 'Whether the product can be configured. Stored as sent.',
  isExcludedFromPromotions: 'True: discounts on the order leave the line out. Discounts on the line itself still apply.',
  isGift:
    'True: the goods are a gift, and discounts on the order leave the line out. Set by a discount with reward `Gift` and taken back with it; a client may send it.',
  isPackage: 'Whether the product is a package. Stored as sent; the system marks packages by `isPackageProduct`.',
  isPackageBrokeDown:
    'True: the package has its component lines, which then hold the stock. Set by the breakdown; sent as true, the package is left as it is.',
  isPackageProduct:
    'True: the line is a package or bundle that consists of components. Set by the system where the catalogue says so. Patches leave it alone.',
  isReadOnly: 'Whether the line must not be changed. Information for user interfaces, stored as sent.',
  isReadOnlyByCustomer: 'Whether the customer is to leave the line as it is. Information for user interfaces, stored as sent.',
  isSerializableProduct: 'Whether units of the product have serial numbers. Stored as sent.',
  isSkuAccessory: 'Whether the goods are an accessory to other goods. Stored as sent.',
  isVirtualProduct: 'True: there are no goods to pick, and no stock is kept for the line.',
  lineItemDiscountAmount: 'The part of `discounted` that discount objects gave, with tax; the rest is manual. Calculated.',
  lineItemDiscountAmountExclTax: '`lineItemDiscountAmount` without tax. Calculated.',
  lineItemId: 'Identifies the line in the order, in its shipments and return forms. The highest number + 1 where it is left out.',
  modifiedReason: 'Why the line was changed. Stored as sent; patches leave it alone.',
  orderDiscountAmount:
    "The line's share of the discounts on the order, with tax, in proportion to `discountedPrice`. The shares of all lines sum to the discount exactly. Calculated.",
  orderLineBonusPoints: 'Points of a loyalty programme for the line. Stored as sent.',
  orderLineDiscounts:
    'The discounts on this line alone, in the order in which they were sent. Discounts of the form can apply to it too.',
  originalExtendedPricePerUnit:
    'The price of one unit of a package, with tax, before it was spread over the component lines; null where prices are not spread. Set by the breakdown of the package.',
  packageLineItemId: 'Of the line of a component: the `lineItemId` of the line of its package.',
  packageSkuId: 'Of the line of a component: the SKU of its package.',
  placedPrice:
    'What one unit is sold for, with tax and before all discounts; not negative, up to 4 decimals. The suggested price is in `suggestedRetailPrice`, the line as a whole in `extendedPrice`.',
  placedPriceExclTax: '`placedPrice` without tax. Calculated.',
  priceListId: 'The price list that the price came from. Stored as sent.',
  priceListItemId: 'The entry of the price list that the price came from. Stored as sent.',
  productId: 'The product of the catalogue that `code` is a variant of. Searches find the line by both.',
  productType:
    'The kind of product. `GiftCard`, `Tip`, `Fee` and `Rental` decide how payments of the line are booked; other words are stored as sent. Filled from the catalogue where it is empty.',
  properties:
    'Custom data by key. The system reads `TaxGroupCode` (the tax group of the product), and in return forms `CreditAmount` (an agreed credit per unit); everything else is stored as sent.',
  quantity:
    'How many units are sold, cancelled ones included; above 0. In a shipment: those that it holds. In a return form: those that come back.',
  readyForPickupDate:
    'When the goods of the line were ready to be collected. A date of the client, which each shipment may state otherwise.',
  readyForPickupQuantity:
    'How many units are ready to be collected, as OrderLinesUpdate reported them. On the line the sum over its shipments; null: none were reported.',
  replacedDate: 'When units of the line were last replaced. Set by CreateReplacementOrder.',
  replacedQuantity: 'How many units were sent again in replacement orders. Set by CreateReplacementOrder; null: none.',
  replacementReason: 'Why units were replaced, from the request of CreateReplacementOrder.',
  replacementType: 'The kind of replacement, from the request of CreateReplacementOrder.',
  requestedDeliveryDate: 'When the customer wants the goods of the line. A date of the client, stored as sent.',
  reservedInventory: 'Whether units are reserved for the line: `reservedInventoryQuantity` is above 0. Set by the system.',
  reservedInventoryDeliveryId: 'The incoming delivery that goods are reserved from. Stored as sent.',
  reservedInventoryPurchaseOrderId: 'The purchase order that goods are reserved from. Stored as sent.',
  reservedInventoryPurchaseOrderLineId: 'The line of the purchase order that goods are reserved from. Stored as sent.',
  reservedInventoryQuantity: 'How many units of the stock are reserved for the line. Set by the system; a sent value is ignored.',
  returnDate: 'When the units came back. In a line of a return form the time of its creation; elsewhere stored as sent.',
  returnQuantity:
    'How many delivered units have come back: those in return forms that are not cancelled, and those that were reported without a form. Set by the system. In a return form the same as `quantity`.',
  returnReason: 'Why the units came back. In a line of a return form as the return was requested; elsewhere stored as sent.',
  returnType: 'The kind of return. In a line of a return form as the return was requested; elsewhere stored as sent.',
  selectedUnit: 'The unit that the customer chose, where it is not `unit`. Stored as sent; amounts are those of `unit`.',
  selectedUnitConversionFactor: 'How many of `unit` one of `selectedUnit` is. Stored as sent.',
  selectedUnitQuantity: 'The quantity in `selectedUnit`. Stored as sent; the system calculates with `quantity`.',
  serialNumber: 'The serial number of the goods. Documents print it, and searches find it.',
  size: 'The size of the goods. Documents print it.',
  storePickDate:
    'When the store is to pick the goods of the line. A date of the client, which each shipment may state otherwise.',
  suggestedRetailPrice:
    'The recommended price of one unit, with tax; not negative. Information beside `placedPrice`: no amount is calculated with it.',
  suggestedRetailPriceExclTax: '`suggestedRetailPrice` without tax. Calculated.',
  supplierId: 'Who supplies the goods, as an id. Stored as sent.',
  supplierName: 'Who supplies the goods, by name. Stored as sent.',
  supplierSkuId: 'The article number of the goods at the supplier. Stored as sent.',
  taxRate:
    'The tax rate of the goods in percent, 0 to 100. Null: the rate of the market counts. Filled from the catalogue in carts and by step EnrichOrderFromProducts.',
  taxTotal: 'The tax in `extendedPrice`. Calculated.',
  unit: 'The unit that quantities are in, such as `pcs` or `kg`. Documents print it beside them; filled from the catalogue in carts.',
  updateStock:
    'Whether stock is kept for the line; true when left out. In a return form: whether the units go back into stock, false when left out.',
  webSiteProductUrl: 'The page of the product in a web shop. Stored as sent.',
}
