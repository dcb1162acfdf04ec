/** What each field of an order means. */
export const orderTexts = {
  assets: 'Files and links of the order, among them the credit notes that the system makes (`purpose` `CreditNote`).',
  billingAddress:
    'Where the invoice goes. Documents print it, and a shipment without an address of its own is booked at the carrier with it.',
  billingCurrency:
    'The currency of all amounts of the order, as a code of ISO 4217 such as `NOK`; sent in any letter case, kept in upper case. Null: the currency of the market.',
  completed:
    'When the order was completed. Set by step SetCompletedDate, or by a cancellation of lines that leaves nothing open; a sent value counts only in an import.',
  contactPerson: 'Whom to reach about the order. Documents print phone and e-mail of the customer where the person has none.',
  created: 'When the order was created: as sent, else the time of the write.',
  customerClubMemberId: "The customer's membership in a loyalty programme. Stored as sent.",
  customerContact:
    'Whom to contact at the customer, as free text. Stored as sent; searches find its whole value in any letter case.',
  customerEmail:
    'Where e-mails to the customer go; several addresses are separated by comma or semicolon. Without one the customer gets no e-mail.',
  customerId:
    "The customer in the client's own ids. The lists of a customer's orders and the rules about new customers and open amounts go by it; letter case counts.",
  customerName:
    'The name of the customer, by which results can be sorted. Documents print it where the billing address has no name.',
  customerNumber:
    'The number of the customer in the accounts. Documents print it, and accounting gets it with each payment; the rules of the system go by `customerId` instead.',
  customerPhone:
    'The phone number of the customer with the country prefix, such as `+4791234567`. SMS go to it; several are separated by comma or semicolon.',
  customerPickupDeadline:
    'Until when the customer can collect the goods. Set by step SetReadyForPickupDate if it has property `DeadlineDays`; a sent value counts only in an import.',
  customerReference: "The customer's own reference of the purchase. Documents for the customer print it.",
  customerRequisition: "The customer's requisition number. Documents for the customer print it.",
  customerType: '`B2B` or `B2C`. Stored as sent; hold rules may go by it.',
  discountTotalIncVat:
    'What all discounts take off, with tax: of the units of lines that are not cancelled, of the order and of shipping. Calculated.',
  errors:
    'What went wrong with the order, oldest first; the newest 250 are kept. Steps of the workflow add to it. An error is open until its `status` says otherwise.',
  externalIds: 'Ids of the order in other systems, each with the name of the system. Searches find them.',
  followUpDate: 'When someone wants to look at the order again. Stored as sent; searches filter by it.',
  fulfilmentStatus:
    'How much of the goods has left and has not come back, from the quantities of lines, shipments and return forms. Calculated; null in carts.',
  groups: 'Groups into which lines are sorted: a line names its group by `groupId`. Stored as sent, without effect on amounts.',
  holds:
    'What keeps the order from leaving; released holds remain in the list. Only the hold endpoints and hold rules change it: what other requests send is ignored, except by an import. Absent in orders that were stored before there were holds.',
  id: 'Identifies the order over all stores and markets, deleted orders included. 1 to 100 characters, letter case counts; the order number where a creation leaves it out.',
  invoiceComment: 'A remark that documents print, at most the first 20 lines of it.',
  isNewCustomer: "Whether this is the customer's first order. No step sets it: null unless an import brought a value.",
  isNotificationsDisabled: 'True: the customer gets no e-mail and no SMS about the order, comments included.',
  isPickable:
    'Whether there is something to pick: open goods that are reserved and not picked yet, of an order that is paid, authorised for what is due or on invoice, and neither held, cancelled nor deleted. Calculated.',
  isReadOnly: 'True: all writes are refused with 400 `OrderIsReadOnly`, except comments and a patch that sets this to false.',
  lineItemsCost: 'What the goods that are not cancelled cost the shop: the sum of `costTotal` of the lines. Calculated.',
  marketId:
    'The market that the order was sold in: it decides the language of messages and documents, and currency and tax rate where the order names none. The default market when left out.',
  modified: 'When the order was last written. Set by the system with every write; only an import keeps a sent value.',
  modifiedBy: 'Who wrote the current version: the `userId` of the request, else the client of the token. Set by the system.',
  netTotal:
    'What the customer keeps is worth, with tax: `total` less the totals of the return forms that are not cancelled. Payments do not change it: see `remainingPayment`. Calculated.',
  netTotalExclTax: '`netTotal` without tax. Calculated.',
  nextOrderStatus: 'A status that the client notes as the next one. Stored as sent; the workflow neither sets nor follows it.',
  orderForm: 'The lines, shipments, payments and discounts of the order, with their totals.',
  orderNotes: 'Comments that only the shop sees, oldest first: those of AddComment with `commentType` `Internal`.',
  orderNumber:
    'The number that people know the order by. It need not be unique. `PUT /api/Orders` and orders of carts draw it from the number sequence of the order type where it is left out.',
  orderOrigin:
    'The kind of system that the order came from: `OMS`, `ERP`, `WEB` or `POS`. Stored as sent, and reported to accounting with each payment.',
  orderType:
    'The configured order type, such as `Online`, `ClickAndCollect` or `Pos`. It decides which statuses the order can have and which steps run.',
  paymentStatus:
    'How much of the order is paid: what its payments captured and authorised, compared with `netTotal`. Calculated; null in carts.',
  paymentTermsNet:
    'Days from the date of an invoice until it is due; at most ten years. Null: no terms were agreed, and there is no due date.',
  paymentType:
    'How the order is paid, in a word of the client. Stored as sent; the payments themselves are in `orderForm.payments`.',
  projectId: 'The project that the order belongs to. Stored as sent; a search by project looks here and in `projectIds`.',
  projectIds: 'The projects that the order belongs to, where there are several. Stored as sent; see `projectId`.',
  properties:
    'Custom data by key. The system reads `RegisterId` (the register of a sale at a till) and `KidNumber` (the payment reference of invoices); everything else is stored as sent.',
  publicOrderNotes:
    'Comments that the customer may see, oldest first: those of AddComment with `commentType` `Public`, which is the default.',
  readyForPickup:
    'When the goods were ready to be collected. Set by step SetReadyForPickupDate; a sent value counts only in an import.',
  received: 'When the order was received. A date of the client, stored as sent.',
  relatedOrders:
    'Ids of orders that belong to this one. The system links exchange and replacement orders on both sides; clients may add others.',
  remainingPayment:
    'What is not covered by payments yet, never below 0: `netTotal` less what is authorised or captured, whichever is more. What was paid back is not due again. Calculated.',
  replacementOrderIds:
    'Ids of the orders that replace units of this one, entered by CreateReplacementOrder. An exchange order is named by its return form instead.',
  requestedDeliveryDate:
    'When the customer wants the goods. Stored as sent; documents print it, and the search filter `futureDeliveries` goes by it.',
  returnOrderForms: 'The returns of delivered goods: one form for each, with lines, totals and a status of its own.',
  salesChannel: 'The channel that the order was sold through. Stored as sent; searches, facets and hold rules go by it.',
  salesPersonId: 'The id of who sold the goods. Stored as sent; searches find it.',
  salesPersonName: 'The name of who sold the goods. Documents for the customer print it.',
  secretKey:
    'Opens the guest view of the order without a token, so it must be kept secret. Made by step GenerateSecretKey unless the client sends one.',
  session: 'The web session that the order came from. Stored as sent.',
  shippingDiscountTotal: 'What discounts take off shipping, with tax. The same as in the order form. Calculated.',
  shippingSubTotal: 'The shipping of all shipments before discounts, with tax. The same as in the order form. Calculated.',
  status:
    'The status of the order, one of those of its order type. UpdateStatus changes it and runs its steps. Each shipment has a status of its own, `orderStatus`.',
  storeId:
    'The store that sells. It decides which clients may read and write the order, from which warehouses goods come and to which company it is booked; taxes and language are those of the market (`marketId`).',
  storePickDate: 'When the store is to pick the goods. A date of the client, stored as sent.',
  subTotal:
    'The goods after all discounts, with tax, without shipping and handling: the sum of `extendedPrice` of the lines. Calculated.',
  subTotalExclTax: '`subTotal` without tax. Calculated.',
  subscriptionId: 'The subscription that the order belongs to. Stored as sent; searches find it.',
  tags: 'Words of the client. Searches and facets go by them, and steps of the workflow can be limited to orders with or without one.',
  taxTotal: 'The tax in `total`: of lines, shipping and handling. Calculated.',
  total:
    'The worth of the order, with tax: `subTotal`, shipping after discounts, handling and rounding. Returns are not taken off: see `netTotal`. Calculated.',
  totalExclTax: '`total` without tax. Calculated.',
  updateStatusDate: 'When `status` last changed. Set by the system with the change.',
  versionId:
    'The version that this is, renewed by every write that changes something; also the `ETag`. `If-Match` with it refuses a write to another version. In the body of Update it says which version was read.',
}
